#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "tests/text/lucene_golden.h"
#include "text/utf8.h"

namespace marrow {
namespace {

using test::english_line;
using test::lucene_golden;
using test::SumsCheck;
using test::words_line;

class LuceneOnCollections : public testing::TestWithParam<std::size_t> {};

TEST_P(LuceneOnCollections, GivesTheSameTokens) {
  test::expect_lucene_tokens(lucene_golden().at("files").at(GetParam()));
}

std::string name_of_file(const testing::TestParamInfo<std::size_t>& info) {
  std::string name = lucene_golden().at("files").at(info.param).at("path").get<std::string>();
  name = name.substr(0, name.find(".jsonl"));
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(, LuceneOnCollections,
                         testing::Range(std::size_t{0}, lucene_golden().at("files").size()), name_of_file);

TEST(LuceneGolden, StemsEveryWordOfSnowballsVocabulariesTheSame) {
  MARROW_REQUIRE_FILE(test::shared_folder() / "golden/stemmer");
  for (const Json& expected : lucene_golden().at("stemmed")) {
    SCOPED_TRACE(expected.at("path").get<std::string>());
    LineReader words(test::shared_folder() / expected.at("path").get<std::string>());
    SumsCheck check(expected, 1000);
    while (words.next()) check.add(english_line(words.text()));
    check.finish();
  }
}

/// make.py's code_point_contexts: places in which a code point may join, part or end a word.
std::string contexts_of(char32_t code_point) {
  std::string x;
  append_utf8(x, code_point);
  const std::array<std::array<std::string, 3>, 15> around = {{
      {"a", x, "b"},
      {"1", x, "1"},
      {"_", x, "_"},
      {"\u05D0", x, "\u05D0"},
      {"\u30AB", x, "\u30AB"},
      {"", x, "\u200D\U0001F600"},
      {"#", x, "\u20E3"},
      {"\U0001F44D", x, "\U0001F3FD"},
      {"\U0001F1E9", x, "\U0001F1EA"},
      {"\u0E01", x, "\u0E01"},
      {"", x, "running"},
      {"ba", x + x, "ing"},
      {"ba", x, "ed"},
      {"", x, "'s"},
      {"", x, "S"},
  }};
  std::string text = x;
  for (const auto& [before, middle, after] : around) text += " \n" + before + middle + after;
  return text;
}

void expect_same_on_code_points(const Json& expected,
                                const std::function<std::string(std::string_view)>& line) {
  SumsCheck check(expected, 4096);
  for (char32_t c = 0; c < 0xE1000; ++c) {
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    const bool without_words = c >= 0x32000 && c < 0xE0000;
    if (!surrogate && !without_words) check.add(line(contexts_of(c)));
  }
  check.finish();
}

TEST(LuceneGolden, EveryCodePointBreaksWordsAtTheSamePlaces) {
  expect_same_on_code_points(lucene_golden().at("code_points_words"), words_line);
}

TEST(LuceneGolden, EveryCodePointIsLoweredAndStemmedTheSame) {
  expect_same_on_code_points(lucene_golden().at("code_points_english"), english_line);
}

}  // namespace
}  // namespace marrow
