#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/text/wordpiece_golden.h"
#include "text/wordpiece.h"

/// BR-15 to BR-22: what ports of BERT's tokenizer got wrong.
namespace marrow {
namespace {

using test::spec_of;
using testing::ElementsAre;
using testing::IsEmpty;

/// The tokens between [CLS] and [SEP].
std::vector<std::string> tokens_of(const TokenizerSpec& spec, std::string_view text,
                                   SpecialTokenText special = SpecialTokenText::safe) {
  const WordPieceTokenizer tokenizer(spec);
  const Encoding encoding = tokenizer.encode(text, 1000, special);
  std::vector<std::string> tokens;
  for (const std::int32_t id : encoding.ids) tokens.emplace_back(tokenizer.token(id));
  return {tokens.begin() + 1, tokens.end() - 1};
}

TokenizerSpec with(std::vector<std::string> words) {
  std::vector<std::string> vocabulary{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
  vocabulary.insert(vocabulary.end(), words.begin(), words.end());
  return spec_of(vocabulary);
}

TokenizerSpec cased(TokenizerSpec spec) {
  spec.lowercase = spec.strip_accents = false;
  return spec;
}

std::string repeated(std::string_view letter, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += letter;
  return text;
}

TEST(FaultBR15, ControlAndFormatCharactersAreDeletedNotUnknown) {
  const TokenizerSpec spec = with({"ab", "a", "b"});
  EXPECT_THAT(tokens_of(spec, "a\u00ADb"), ElementsAre("ab"));
  EXPECT_THAT(tokens_of(spec, "\u00AD"), IsEmpty());
  EXPECT_THAT(tokens_of(spec, {"a\0b", 3}), ElementsAre("ab"));
  EXPECT_THAT(tokens_of(spec, "a\u200Bb"), ElementsAre("ab"));
  EXPECT_THAT(tokens_of(spec, "\uFFFD"), IsEmpty());
  EXPECT_THAT(tokens_of(spec,
                        "a\xC2\x85"
                        "b"),
              ElementsAre("ab"));
  EXPECT_THAT(tokens_of(spec, "a\u00A0b"), ElementsAre("a", "b"));
  EXPECT_THAT(tokens_of(spec, "a\u3000b"), ElementsAre("a", "b"));
}

TEST(FaultBR16, TabAndLineEndsSeparateWords) {
  const TokenizerSpec spec = with({"tea", "pot", "##pot"});
  for (const char* const text : {"tea\npot", "tea\tpot", "tea\rpot"}) {
    EXPECT_THAT(tokens_of(spec, text), ElementsAre("tea", "pot"));
  }
}

TEST(FaultBR17, SymbolsAndEmojiAreNotLost) {
  const TokenizerSpec spec = with({"$", "5", "+", "3", "<", "9", "25", "##°", "##c", "ok"});
  EXPECT_THAT(tokens_of(spec, "$5+3<9"), ElementsAre("$", "5", "+", "3", "<", "9"));
  EXPECT_THAT(tokens_of(spec, "25°C"), ElementsAre("25", "##°", "##c"));
  EXPECT_THAT(tokens_of(spec, "ok 😀"), ElementsAre("ok", "[UNK]"));
}

TEST(FaultBR18, AccentsGoWithLowerCasingAndOnlyAfterDecomposition) {
  const TokenizerSpec spec = with({"zoe", "Zoë", "Zoe\u0308"});
  EXPECT_THAT(tokens_of(spec, "Zoë"), ElementsAre("zoe"));
  EXPECT_THAT(tokens_of(spec, "Zoe\u0308"), ElementsAre("zoe"));
  EXPECT_THAT(tokens_of(cased(spec), "Zoë"), ElementsAre("Zoë"));
  EXPECT_THAT(tokens_of(cased(spec), "Zoe\u0308"), ElementsAre("Zoe\u0308"));
}

TEST(FaultBR19, LowerCasingFollowsUnicodeNotALanguage) {
  TokenizerSpec spec = with({"i", "i\u0307", "σισυφοσ", "ß"});
  EXPECT_THAT(tokens_of(spec, "İ"), ElementsAre("i"));
  EXPECT_THAT(tokens_of(spec, "I"), ElementsAre("i"));
  EXPECT_THAT(tokens_of(spec, "ΣΙΣΥΦΟΣ"), ElementsAre("σισυφοσ"));
  EXPECT_THAT(tokens_of(spec, "ẞ"), ElementsAre("ß"));
  spec.strip_accents = false;
  EXPECT_THAT(tokens_of(spec, "İ"), ElementsAre("i\u0307"));
}

TEST(FaultBR20, TheLimitOfAWordCountsCodePoints) {
  TokenizerSpec spec = with({"a", "##a", "é", "##é"});
  spec.strip_accents = false;
  for (const std::string_view letter : {"a", "é"}) {
    const auto longest = tokens_of(spec, repeated(letter, 100));
    EXPECT_EQ(longest.size(), 100U);
    EXPECT_EQ(longest.front(), letter);
    EXPECT_THAT(tokens_of(spec, repeated(letter, 101)), ElementsAre("[UNK]"));
  }
}

TEST(FaultBR21, AWordWithAnUnknownPartIsOneUnknownAndTheLongestPieceWins) {
  const TokenizerSpec spec = with({"a", "##a", "b", "k", "##o", "##ol"});
  EXPECT_THAT(tokens_of(spec, "abz"), ElementsAre("[UNK]"));
  EXPECT_THAT(tokens_of(spec, "kola"), ElementsAre("k", "##ol", "##a"));
}

TEST(FaultBR22, OnlyParityTextCanSpellASpecialToken) {
  const TokenizerSpec spec = with({"a", "b", "[", "sep", "]"});
  EXPECT_THAT(tokens_of(spec, "a[SEP]b", SpecialTokenText::parity), ElementsAre("a", "[SEP]", "b"));
  EXPECT_THAT(tokens_of(spec, "a[sep]b", SpecialTokenText::parity), ElementsAre("a", "[", "sep", "]", "b"));
  EXPECT_THAT(tokens_of(spec, "a[SEP]b"), ElementsAre("a", "[", "sep", "]", "b"));

  const WordPieceTokenizer tokenizer(spec);
  const Encoding pair = tokenizer.encode_pair("a[SEP]", "[SEP][CLS]b[PAD]", 100);
  EXPECT_EQ(std::count(pair.ids.begin(), pair.ids.end(), 3), 2);
  EXPECT_EQ(std::count(pair.ids.begin(), pair.ids.end(), 2), 1);
  EXPECT_EQ(std::count(pair.ids.begin(), pair.ids.end(), 0), 0);
}

TEST(FaultHostileText, ATenMegabyteWordIsOneUnknown) {
  const TokenizerSpec spec = with({"a", "##a"});
  EXPECT_THAT(tokens_of(spec, std::string(10'000'000, 'a')), ElementsAre("[UNK]"));
}

TEST(FaultHostileText, AMillionCombiningMarksInAnyOrderLeaveTheirLetter) {
  const TokenizerSpec spec = with({"a"});
  EXPECT_THAT(tokens_of(spec, std::string("a").append(repeated("\u0301\u0323", 500'000))), ElementsAre("a"));
  EXPECT_THAT(tokens_of(spec, std::string("a").append(repeated("\u302E\u0345\u0323", 300'000))),
              ElementsAre("[UNK]"));
}

}  // namespace
}  // namespace marrow
