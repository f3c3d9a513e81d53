#include "text/stemmer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "io/line_reader.h"
#include "marrow/error.h"
#include "tests/support/paths.h"
#include "text/porter_stemmer.h"
#include "text/utf8.h"

namespace marrow {
namespace {

std::string porter(std::string word, PorterRules rules) {
  word.resize(porter_stem(std::span<char>(word), rules));
  return word;
}

/// Calls `stem` on each word of Snowball's vocabulary for `language` and counts the stems that differ.
template <class Stem>
std::size_t count_differences(const std::filesystem::path& folder, const std::string& language, Stem stem) {
  LineReader words(folder / (language + "_voc.txt.gz"));
  LineReader stems(folder / (language + "_output.txt.gz"));
  std::size_t differences = 0;
  while (words.next() && stems.next()) {
    if (stem(words.text()) != stems.text()) ++differences;
  }
  EXPECT_GT(words.number(), 20000U);
  EXPECT_EQ(words.number(), stems.number());
  return differences;
}

TEST(PorterStemmer, ByThePaperEqualsTheSnowballGoldenOnEveryWord) {
  const std::filesystem::path folder = test::shared_folder() / "golden/stemmer";
  MARROW_REQUIRE_FILE(folder);
  EXPECT_EQ(
      count_differences(folder, "porter",
                        [](std::string_view word) { return porter(std::string(word), PorterRules::paper); }),
      0U);
}

TEST(SnowballStemmer, EqualsTheGoldenWhereSnowball3ChangedNoRules) {
  const std::filesystem::path folder = test::shared_folder() / "golden/stemmer";
  MARROW_REQUIRE_FILE(folder);
  for (const std::string language : {"porter", "russian"}) {
    SnowballStemmer stemmer(language);
    EXPECT_EQ(count_differences(folder, language, [&](std::string_view word) { return stemmer.stem(word); }),
              0U)
        << language;
  }
}

// The golden is Snowball 3's; Debian 12 has 2.2, whose rules for these languages are older.
TEST(SnowballStemmer, DiffersFromTheGoldenInFewWordsWhereSnowball3ChangedRules) {
  const std::filesystem::path folder = test::shared_folder() / "golden/stemmer";
  MARROW_REQUIRE_FILE(folder);
  for (const std::string language : {"english", "german", "french", "spanish"}) {
    SnowballStemmer stemmer(language);
    EXPECT_LT(count_differences(folder, language, [&](std::string_view word) { return stemmer.stem(word); }),
              1300U)
        << language;
  }
}

/// Whether a letter stands twice in a row that Snowball's rules, unlike the paper's, do not undouble.
bool has_odd_double(std::string_view word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (word[i] == word[i - 1] && std::string_view("bdfgmnprtlsz").find(word[i]) == std::string_view::npos) {
      return true;
    }
  }
  return false;
}

TEST(PorterStemmer, ByThePaperEqualsSnowballsOnRandomWordsOfItsOwnSuffixes) {
  const std::vector<std::string> parts = {"a",    "e",     "y",   "yy",   "s",    "ss",   "l",   "ll",
                                          "t",    "at",    "bl",  "iz",   "ed",   "ing",  "eed", "ies",
                                          "sses", "ation", "al",  "iti",  "ous",  "ness", "ful", "ic",
                                          "ate",  "ement", "ion", "izer", "logi", "abli", "w",   "x",
                                          "o",    "b",     "ent", "ence", "ive",  "bli",  "er",  "ment"};
  SnowballStemmer snowball("porter");
  std::mt19937 random(3);
  for (int round = 0; round < 50000; ++round) {
    std::string word;
    for (std::size_t count = 1 + random() % 6; count > 0; --count) word += parts[random() % parts.size()];
    if (has_odd_double(word)) continue;
    ASSERT_EQ(porter(word, PorterRules::paper), snowball.stem(word)) << word;
  }
}

TEST(PorterStemmer, TheRevisedRulesDifferFromThePaperInThreePlaces) {
  EXPECT_EQ(porter("is", PorterRules::paper), "i");
  EXPECT_EQ(porter("is", PorterRules::revised), "is");
  EXPECT_EQ(porter("possibly", PorterRules::paper), "possibli");
  EXPECT_EQ(porter("possibly", PorterRules::revised), "possibl");
  EXPECT_EQ(porter("archaeology", PorterRules::paper), "archaeologi");
  EXPECT_EQ(porter("archaeology", PorterRules::revised), "archaeolog");
}

TEST(PorterStemmer, WordsInUtf16StemAsTheirAsciiTwinsDo) {
  for (const std::string word : {"caresses", "ponies", "hopping", "sky", "happy", "relational", "a", ""}) {
    std::u16string wide = to_utf16(word);
    wide.resize(porter_stem(std::span<char16_t>(wide)));
    EXPECT_EQ(to_utf8(wide), porter(word, PorterRules::revised));
  }
}

TEST(PorterStemmer, LettersOutsideAsciiAreConsonants) {
  std::u16string word = u"beéé";
  word += u"ing";
  word.resize(porter_stem(std::span<char16_t>(word)));
  EXPECT_EQ(word, u"beé");
}

TEST(PorterStemmer, AVeryLongWordIsStemmedInLinearTime) {
  std::string word(10'000'000, 'y');
  word += "ations";
  EXPECT_EQ(porter_stem(std::span<char>(word)), word.size() - 6);
}

TEST(SnowballStemmer, UnknownLanguagesAreRefusedWithTheNearestName) {
  try {
    const SnowballStemmer stemmer("germna");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_STREQ(error.what(), "there is no stemmer `germna`; did you mean `german`?");
  }
  EXPECT_THROW(SnowballStemmer("de"), Error);
  EXPECT_THROW(SnowballStemmer(""), Error);
}

TEST(SnowballStemmer, TheLanguagesAreInOrderAndEachCanBeMade) {
  EXPECT_THAT(snowball_languages(), testing::Contains("english"));
  EXPECT_TRUE(std::is_sorted(snowball_languages().begin(), snowball_languages().end()));
  for (const std::string_view language : snowball_languages()) EXPECT_NO_THROW(SnowballStemmer{language});
}

}  // namespace
}  // namespace marrow
