#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/text/lucene_golden.h"
#include "text/utf8.h"

namespace marrow {
namespace {

using test::english_line;
using test::lucene_golden;
using test::SumsCheck;
using test::words_line;

TEST(LuceneGolden, SciFactsDocumentsAndQueriesGiveTheSameTokens) {
  std::size_t count = 0;
  for (const Json& file : lucene_golden().at("files")) {
    if (file.at("path").get<std::string>().find("/scifact/") == std::string::npos) continue;
    test::expect_lucene_tokens(file);
    ++count;
  }
  EXPECT_EQ(count, 2U);
}

TEST(LuceneGolden, TheSamplesGiveTheSameTokens) {
  for (const Json& sample : lucene_golden().at("samples")) {
    EXPECT_EQ(english_line(sample.at("text").get<std::string>()), sample.at("tokens").get<std::string>());
  }
}

/// make.py's random_texts.
std::vector<std::string> random_texts() {
  static constexpr std::array<char32_t, 59> pool = {
      0x61,    0x62,    0x53,    0xE9,    0x31,   0xFF15, 0x5F,   0x203F, 0x5D0,   0x30AB,
      0xFF76,  0x6F22,  0x3072,  0xE01,   0xE81,  0x301,  0xAD,   0x200D, 0xFE0F,  0xFE0E,
      0x1F600, 0x1F44D, 0x1F3FD, 0x1F3FC, 0xA9,   0x23,   0x2A,   0x20E3, 0xE0061, 0xE007F,
      0x1F1E9, 0x1F1EA, 0x27,    0x22,    0x2E,   0x3A,   0x2C,   0x3B,   0xB7,    0x2019,
      0x20,    0x0A,    0xD55C,  0x1100,  0x3099, 0x30FC, 0x200C, 0x202F, 0x10400, 0x20000,
      0x1F9D1, 0x2640,  0xE38,   0xE31,   0x2D,   0x69,   0x6E,   0x67,   0x79};
  std::uint64_t state = 1;
  const auto below = [&state](std::size_t bound) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
  };
  std::vector<std::string> texts;
  for (std::size_t number = 0; number < 20000; ++number) {
    std::u32string some(2 + below(6), U'\0');
    for (char32_t& c : some) c = pool[below(pool.size())];
    std::u32string text(number % 50 == 0 ? 600 : 1 + below(24), U'\0');
    for (char32_t& c : text) {
      const std::size_t at = below(2 * some.size());
      c = some[at < some.size() ? at : 0];
    }
    texts.push_back(to_utf8(text));
  }
  return texts;
}

TEST(LuceneGolden, RandomTextsGiveTheSameWordsAndTerms) {
  SumsCheck words(lucene_golden().at("random_words"), 1000);
  SumsCheck terms(lucene_golden().at("random_english"), 1000);
  for (const std::string& text : random_texts()) {
    words.add(words_line(text));
    terms.add(english_line(text));
  }
  words.finish();
  terms.finish();
}

}  // namespace
}  // namespace marrow
