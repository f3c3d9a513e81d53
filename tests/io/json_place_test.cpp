#include "io/json_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "marrow/error.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using testing::HasSubstr;

std::string error_of(const std::function<void()>& read) {
  const Error error = test::error_of(read);
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  return error.what();
}

TEST(JsonPlace, ReadsMembersElementsAndDefaults) {
  const SortedJson document = parse_sorted_json(R"({"a": {"b": [true, "x", 7]}, "none": null})", "f.json");
  const JsonPlace root(document, "f.json");
  const auto elements = root.at("a").at("b").elements();
  ASSERT_EQ(elements.size(), 3U);
  EXPECT_TRUE(elements[0].boolean());
  EXPECT_EQ(elements[1].text(), "x");
  EXPECT_EQ(elements[2].count(), 7U);
  EXPECT_FALSE(root.has("none"));
  EXPECT_EQ(root.text_or("none", "y"), "y");
  EXPECT_TRUE(root.boolean_or("absent", true));
  EXPECT_EQ(root.count_or("absent", 3), 3U);
}

TEST(JsonPlace, AWrongValueIsNamedByItsPlace) {
  const SortedJson document = parse_sorted_json(R"({"a": {"b": [1, -2, 4294967296, {}]}})", "f.json");
  const JsonPlace a = JsonPlace(document, "f.json").at("a");
  const auto elements = a.at("b").elements();
  EXPECT_EQ(error_of([&] { elements[0].text(); }), "f.json: a.b[0]: expected a string, got `1`");
  EXPECT_THAT(error_of([&] { elements[1].count(); }), HasSubstr("from 0 to 4294967295, got `-2`"));
  EXPECT_THAT(error_of([&] { elements[2].count(); }), HasSubstr("got `4294967296`"));
  EXPECT_EQ(elements[2].large_count(), 4294967296U);
  EXPECT_THAT(error_of([&] { elements[1].large_count(); }), HasSubstr("a whole number from 0 on, got `-2`"));
  EXPECT_THAT(error_of([&] { elements[3].boolean(); }), HasSubstr("expected true or false, got an object"));
  EXPECT_THAT(error_of([&] { a.elements(); }), HasSubstr("f.json: a: expected an array, got an object"));
  EXPECT_THAT(error_of([&] { elements[0].at("c"); }), HasSubstr("a.b[0]: expected an object"));
  EXPECT_THAT(error_of([&] { a.at("c"); }), HasSubstr("f.json: a: expected a member `c`, found none"));
}

TEST(JsonPlace, ManyKeysAreParsedInLittleTime) {
  std::string text = "{";
  for (int i = 0; i < 100'000; ++i) text += "\"key" + std::to_string(i) + "\":0,";
  text += "\"last\":1}";
  EXPECT_EQ(parse_sorted_json(text, "f.json").size(), 100'001U);
}

}  // namespace
}  // namespace marrow
