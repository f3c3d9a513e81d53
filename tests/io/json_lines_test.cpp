#include "io/json_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "io/json.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;

JsonLines reader_of(std::string text) { return JsonLines(LineReader(open_text(std::move(text), "a.jsonl"))); }

std::string error_in(const std::string& text) {
  return error_of([&] {
           JsonLines reader = reader_of(text);
           while (reader.next()) {
           }
         })
      .what();
}

TEST(JsonLines, GivesEachFieldWithItsKindContentAndColumn) {
  JsonLines reader = reader_of(R"({"a": "x\ty", "b":12 , "c":true,"d":null,"e":[1,"z"],"f":{"g":[]}})");
  ASSERT_TRUE(reader.next());
  ASSERT_EQ(reader.fields().size(), 6U);
  const JsonField& a = reader.require("a");
  EXPECT_EQ(a.kind, JsonKind::string);
  EXPECT_EQ(a.text, "x\ty");
  EXPECT_EQ(a.column, 7U);
  EXPECT_EQ(reader.require("b").kind, JsonKind::number);
  EXPECT_EQ(reader.require("b").text, "12");
  EXPECT_EQ(reader.require("c").kind, JsonKind::boolean);
  EXPECT_EQ(reader.require("c").text, "true");
  EXPECT_EQ(reader.require("d").kind, JsonKind::null);
  EXPECT_EQ(reader.require("e").text, R"([1,"z"])");
  EXPECT_EQ(reader.require("f").kind, JsonKind::object);
  EXPECT_EQ(reader.require("f").text, R"({"g":[]})");
  EXPECT_EQ(reader.find("h"), nullptr);
  EXPECT_FALSE(reader.next());
}

TEST(JsonLines, GivesTheElementsOfEachArray) {
  JsonLines reader = reader_of(R"({"a":["x",2,null,[3],{"y":4}],"b":[],"c":[ "z" ] })");
  ASSERT_TRUE(reader.next());
  const auto a = reader.elements(reader.require("a"));
  ASSERT_EQ(a.size(), 5U);
  EXPECT_EQ(a[0].text, "x");
  EXPECT_EQ(a[1].text, "2");
  EXPECT_EQ(a[1].column, 11U);
  EXPECT_EQ(a[2].kind, JsonKind::null);
  EXPECT_EQ(a[3].text, "[3]");
  EXPECT_EQ(a[4].text, R"({"y":4})");
  EXPECT_TRUE(reader.elements(reader.require("b")).empty());
  ASSERT_EQ(reader.elements(reader.require("c")).size(), 1U);
  EXPECT_EQ(reader.require("c").text, R"([ "z" ])");
}

TEST(JsonLines, NumbersKeepTheirExactText) {
  for (const std::string number : {"0", "-0", "9007199254740993", "123456789012345678901234567890", "3.0",
                                   "-1.50e+07", "1E999", "0.1"}) {
    JsonLines reader = reader_of("{\"n\": " + number + " }");
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.require("n").text, number);
  }
}

TEST(JsonLines, NumbersThatJsonDoesNotKnowAreRefused) {
  for (const std::string number :
       {"01", "+1", "1.", ".5", "1e", "1e+", "-", "0x10", "NaN", "Infinity", "1_000", "1 2"}) {
    EXPECT_THAT(error_in("{\"n\":" + number + "}"), HasSubstr("a.jsonl:1:")) << number;
    EXPECT_THAT(error_in("{\"m\":{\"n\":[" + number + "]}}"), HasSubstr("a.jsonl:1:")) << number;
  }
}

TEST(JsonLines, BlankLinesAreSkippedAndLineNumbersStayTrue) {
  JsonLines reader = reader_of("{}\r\n\r\n   \n\t{\"a\":1}\n\n");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.lines().number(), 1U);
  EXPECT_TRUE(reader.fields().empty());
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.lines().number(), 4U);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(JsonLines, ABrokenLineIsNamedWithLineAndColumn) {
  EXPECT_THAT(error_in("{}\n{\"a\":1,}\n"), HasSubstr("a.jsonl:2:8: not JSON: "));
  EXPECT_THAT(error_in("{\"a\":tru}"), HasSubstr("a.jsonl:1:9: not JSON: "));
  EXPECT_THAT(error_in("{\"a\":1} {}"), HasSubstr("a.jsonl:1:9: not JSON: "));
  EXPECT_THAT(error_in("{\"a\":1}x"), HasSubstr("a.jsonl:1:8: not JSON: "));
  EXPECT_THAT(error_in("{\"a\":\"x"), HasSubstr("a.jsonl:1:8: not JSON: "));
  EXPECT_THAT(error_in("{\"a\":\"\\q\"}"), HasSubstr("a.jsonl:1:8: not JSON: "));
  EXPECT_THAT(error_in("{\"a\":\"\\ud800\"}"), HasSubstr("a.jsonl:1:"));
  EXPECT_THAT(error_in("{\"a\":\"\xff\"}"), HasSubstr("a.jsonl:1:7: not JSON: "));
  EXPECT_THAT(error_in("{\"a\":\"\x01\"}"), HasSubstr("a.jsonl:1:7: not JSON: "));
  EXPECT_THAT(error_in("{\"a\""), HasSubstr("a.jsonl:1:5: not JSON: "));
  EXPECT_THAT(error_in("{"), HasSubstr("a.jsonl:1:2: not JSON: "));
  EXPECT_THAT(error_in("\xEF\xBB\xBF{}\n\xEF\xBB\xBF{}"), HasSubstr("a.jsonl:2:1: "));
}

TEST(JsonLines, TheMessageOfABrokenLineIsBounded) {
  EXPECT_LT(error_in("{\"a\":\"" + std::string(1'000'000, 'x')).size(), 400U);
}

TEST(JsonLines, ALineThatIsNoObjectIsRefused) {
  for (const std::string line : {"[1]", "\"a\"", "17", "null", "true"}) {
    EXPECT_EQ(error_in(" " + line), "a.jsonl:1:2: expected one JSON object a line");
  }
}

TEST(JsonLines, AKeyThatStandsTwiceIsRefused) {
  EXPECT_EQ(error_in(R"({"a":1,"b":2,"\u0061":3})"), "a.jsonl:1:23: key `a` stands twice");
}

TEST(JsonLines, DeepNestingIsAnErrorAndNotACrash) {
  const std::string allowed = "{\"a\":" + std::string(199, '[') + std::string(199, ']') + "}";
  JsonLines reader = reader_of(allowed);
  EXPECT_TRUE(reader.next());
  EXPECT_THAT(error_in("{\"a\":" + std::string(200, '[') + "1" + std::string(200, ']') + "}"),
              HasSubstr("a.jsonl:1:206: nested deeper than 200"));
  const std::string deep = "{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_THAT(error_in(deep), HasSubstr("a.jsonl:1:"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_THAT(error_in(objects + "1" + std::string(100'000, '}')), HasSubstr("a.jsonl:1:"));
}

TEST(JsonLines, AMissingKeyAndAWrongKindSayWhatWasExpected) {
  JsonLines reader = reader_of("{\"a\": 3.0, \"b\": null}");
  ASSERT_TRUE(reader.next());
  EXPECT_STREQ(error_of([&] { static_cast<void>(reader.require("id")); }).what(),
               "a.jsonl:1:1: the object has no key `id`");
  EXPECT_STREQ(error_of([&] { reader.refuse(reader.require("a"), "a string"); }).what(),
               "a.jsonl:1:7: `a`: expected a string, got number `3.0`");
  EXPECT_STREQ(error_of([&] { reader.refuse(reader.require("b"), "a string"); }).what(),
               "a.jsonl:1:17: `b`: expected a string, got null");
}

/// Whether the slow parser takes `line` as an object.
bool is_object(const std::string& line) {
  try {
    return parse_json(line, "line").is_object();
  } catch (const Error&) {
    return false;
  }
}

TEST(JsonLines, AcceptsExactlyWhatTheSlowParserAccepts) {
  const std::vector<std::string> pieces = {"{",     "}",     "[", "]",    ",",       ":",
                                           "\"a\"", "\"b\"", "1", "-2.5", "true",    "null",
                                           " ",     "\"",    "0", "x",    "\\u00e9", "{\"c\":1}"};
  std::mt19937 random(3);
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string line = "{\"k\":";
    for (std::size_t i = random() % 7; i > 0; --i) line += pieces[random() % pieces.size()];
    if (random() % 4 != 0) line += "}";
    const bool expected = is_object(line);
    bool found = false;
    try {
      JsonLines reader = reader_of(line);
      found = reader.next();
    } catch (const Error&) {
    }
    ASSERT_EQ(found, expected) << line;
    accepted += expected ? 1 : 0;
  }
  EXPECT_GT(accepted, 500);
}

}  // namespace
}  // namespace marrow
