#include "text/stop_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace marrow {
namespace {

TEST(StopWords, EachOfTheListIsOne) {
  EXPECT_TRUE(std::is_sorted(kEnglishStopWords.begin(), kEnglishStopWords.end()));
  for (const std::string_view word : kEnglishStopWords) EXPECT_TRUE(is_english_stop_word(word)) << word;
}

TEST(StopWords, NothingElseOfUpToThreeLettersIsOne) {
  std::size_t found = 0;
  const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  for (const char a : letters) {
    found += is_english_stop_word(std::string{a});
    for (const char b : letters) {
      found += is_english_stop_word(std::string{a, b});
      for (const char c : letters) found += is_english_stop_word(std::string{a, b, c});
    }
  }
  EXPECT_EQ(found,
            static_cast<std::size_t>(std::count_if(kEnglishStopWords.begin(), kEnglishStopWords.end(),
                                                   [](std::string_view word) { return word.size() <= 3; })));
}

TEST(StopWords, NeighboursOfStopWordsAreNone) {
  for (const std::string word : {"", "The", "thei", "theirs", "this ", " a", "i", "therein", "they're"}) {
    EXPECT_FALSE(is_english_stop_word(word)) << word;
  }
  const std::string with_zero("\0a", 2);
  EXPECT_FALSE(is_english_stop_word(with_zero));
}

}  // namespace
}  // namespace marrow
