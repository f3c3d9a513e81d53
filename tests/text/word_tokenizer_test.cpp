#include "text/word_tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "text/plain_tokenizer.h"
#include "text/utf8.h"

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

template <class Tokenizer>
std::vector<Word> all_words(std::string_view text) {
  std::vector<Word> words;
  Tokenizer tokenizer(text);
  while (const auto word = tokenizer.next()) words.push_back(*word);
  return words;
}

template <class Tokenizer>
std::vector<std::string> texts_of_words(std::string_view text) {
  std::vector<std::string> texts;
  for (const Word& word : all_words<Tokenizer>(text)) {
    texts.emplace_back(text.substr(word.bytes.begin, word.bytes.end - word.bytes.begin));
  }
  return texts;
}

std::vector<std::string> words_of(std::string_view text) { return texts_of_words<WordTokenizer>(text); }
std::vector<std::string> plain_words_of(std::string_view text) {
  return texts_of_words<PlainTokenizer>(text);
}

std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  text.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The longest match at every place in turn, without what the tokenizer does to skip places.
std::vector<Word> words_place_by_place(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto word = WordTokenizer(text.substr(at)).next();
    if (word && word->bytes.begin == 0) {
      words.push_back({{at, at + word->bytes.end}, word->ascii});
      at += word->bytes.end;
    } else {
      at += decode_utf8(text, at).length;
    }
  }
  return words;
}

/// Random texts of few different characters, some of them in long runs.
std::string random_text(std::mt19937& random, std::size_t longest_run) {
  static const std::vector<std::string> characters = {
      "a",          "S",          "7",          "_",      ".",      ",",        "'",          ":",
      " ",          "\"",         "\u203F",     "\u0301", "\u200D", "\uFE0F",   "\u00AD",     "\U0001F600",
      "\U0001F3FD", "\U0001F1E9", "#",          "\u20E3", "漢",     "ひ",       "カ",         "한",
      "ก",          "א",          "\U00010428", "\xFF",   "\xC3",   "\xF0\x9F", "\U000E0061", "\U000E007F"};
  std::vector<std::string> some;
  for (std::size_t count = 1 + random() % 5; count > 0; --count) {
    some.push_back(characters[random() % characters.size()]);
  }
  std::string text;
  for (std::size_t count = random() % 12; count > 0; --count) {
    const std::size_t run = random() % 4 == 0 ? 1 + random() % longest_run : 1;
    text += repeated(some[random() % some.size()], run);
  }
  return text;
}

TEST(WordTokenizer, FindsTheWordsThatTheAnnexDescribes) {
  EXPECT_THAT(words_of("The quick (\"brown\") fox can't jump 32.3 feet, right?"),
              ElementsAre("The", "quick", "brown", "fox", "can't", "jump", "32.3", "feet", "right"));
  EXPECT_THAT(words_of("a_b __c d.e f,g 1,2 1.a x:y"),
              ElementsAre("a_b", "__c", "d.e", "f", "g", "1,2", "1", "a", "x:y"));
  EXPECT_THAT(words_of("漢字かなカタカナ한국어"), ElementsAre("漢", "字", "か", "な", "カタカナ", "한국어"));
  EXPECT_THAT(words_of(""), IsEmpty());
  EXPECT_THAT(words_of(" .,\n"), IsEmpty());
}

TEST(WordTokenizer, FindsExactlyTheLongestMatchAtEachPlace) {
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    const std::string text = random_text(random, round % 10 == 0 ? 300 : 8);
    ASSERT_EQ(all_words<WordTokenizer>(text), words_place_by_place(text)) << testing::PrintToString(text);
  }
}

template <class Tokenizer>
void expect_sound_words(bool may_overlap) {
  std::mt19937 random(12);
  for (int round = 0; round < 4000; ++round) {
    const std::string text = random_text(random, 300);
    std::size_t end = 0;
    std::size_t begin = 0;
    for (const Word& word : all_words<Tokenizer>(text)) {
      ASSERT_LT(word.bytes.begin, word.bytes.end);
      ASSERT_GE(word.bytes.begin, may_overlap ? begin : end);
      ASSERT_GT(word.bytes.end, end);
      ASSERT_LE(word.bytes.end, text.size());
      const std::string_view bytes =
          std::string_view(text).substr(word.bytes.begin, word.bytes.end - word.bytes.begin);
      ASSERT_TRUE(is_valid_utf8(bytes));
      ASSERT_LE(to_utf16(bytes).size(), 2 * kLongestPlainWord);
      ASSERT_EQ(word.ascii, is_ascii(bytes)) << testing::PrintToString(text);
      begin = word.bytes.begin;
      end = word.bytes.end;
    }
  }
}

TEST(WordTokenizer, WordsAreInOrderApartValidAndMarkedAsciiWhenTheyAre) {
  expect_sound_words<WordTokenizer>(false);
}

TEST(WordTokenizer, BrokenBytesPartWords) {
  EXPECT_THAT(words_of("a\xFF"
                       "b\xC3 c\xE2\x82"
                       "d\xF0\x9F\x98"),
              ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(words_of("\xED\xA0\x80x"), ElementsAre("x"));
}

TEST(WordTokenizer, WordsAreCutAfter255UnitsOfUtf16) {
  EXPECT_THAT(words_of(repeated("x", 600)),
              ElementsAre(repeated("x", 255), repeated("x", 255), repeated("x", 90)));
  EXPECT_THAT(words_of(repeated("é", 256)), ElementsAre(repeated("é", 255), "é"));
  EXPECT_THAT(words_of(repeated("\U00010428", 128)), ElementsAre(repeated("\U00010428", 127), "\U00010428"));
}

TEST(WordTokenizer, MegabytesThatAreOneRunTakeLinearTime) {
  constexpr std::size_t bytes = 2'000'000;
  EXPECT_EQ(all_words<WordTokenizer>(repeated("x", bytes)).size(), (bytes + 254) / 255);
  EXPECT_THAT(words_of(repeated("_", bytes)), IsEmpty());
  EXPECT_THAT(words_of(repeated("_", bytes) + "a"), ElementsAre(repeated("_", 254) + "a"));
  EXPECT_THAT(words_of(repeated("_", bytes) + "(a"), ElementsAre("a"));
  EXPECT_THAT(words_of(repeated("\u200D", bytes / 3)), IsEmpty());
  EXPECT_THAT(words_of(repeated("\u200D", bytes / 3) + "\U0001F600"),
              ElementsAre(repeated("\u200D", 253) + "\U0001F600"));
  EXPECT_THAT(words_of(repeated("\xFF", bytes)), IsEmpty());
  EXPECT_EQ(all_words<WordTokenizer>(repeated(repeated("_", 254) + "(", bytes / 255)).size(), 0U);
}

TEST(WordTokenizer, HundredsOfThousandsOfMarksTakeLinearTime) {
  const std::string marks = repeated("\u0301", 300'000);
  EXPECT_THAT(words_of("a" + marks + "b"), ElementsAre("a" + repeated("\u0301", 254), "b"));
  EXPECT_THAT(words_of("_" + marks + "b"), ElementsAre("b"));
  EXPECT_THAT(words_of("#" + marks + "\u20E3"), IsEmpty());
}

TEST(PlainTokenizer, WordsAreRunsOfLettersDigitsAndTheirMarks) {
  EXPECT_THAT(plain_words_of("The U.S.A.'s 3.14 can't foo_bar (x-ray)"),
              ElementsAre("The", "U", "S", "A", "s", "3", "14", "can", "t", "foo", "bar", "x", "ray"));
  EXPECT_THAT(plain_words_of("cafe\u0301 ½ x² ٣ \u0301a Ⅷ"), ElementsAre("cafe\u0301", "x", "٣", "a"));
  EXPECT_THAT(plain_words_of(""), IsEmpty());
}

TEST(PlainTokenizer, EastAsianLettersAreTakenInOverlappingPairs) {
  EXPECT_THAT(plain_words_of("漢字仮名 語 かなab한국어"),
              ElementsAre("漢字", "字仮", "仮名", "語", "かな", "ab", "한국", "국어"));
  EXPECT_THAT(plain_words_of("漢\u0301字。語"), ElementsAre("漢\u0301字", "語"));
}

TEST(PlainTokenizer, WordsAreInOrderValidAndMarkedAsciiWhenTheyAre) {
  expect_sound_words<PlainTokenizer>(true);
}

TEST(PlainTokenizer, LongRunsAreCutAndTakeLinearTime) {
  constexpr std::size_t bytes = 2'000'000;
  EXPECT_EQ(all_words<PlainTokenizer>(repeated("x", bytes)).size(), (bytes + 254) / 255);
  EXPECT_EQ(all_words<PlainTokenizer>(repeated("漢", bytes / 3)).size(), bytes / 3 - 1);
  const std::string marks = repeated("\u0301", 300'000);
  EXPECT_THAT(plain_words_of("a" + marks + "b"), ElementsAre("a" + repeated("\u0301", 254), "b"));
  EXPECT_THAT(plain_words_of("漢" + marks + "字"), ElementsAre("漢" + repeated("\u0301", 126), "字"));
}

}  // namespace
}  // namespace marrow
