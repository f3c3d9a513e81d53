#include "text/wordpiece.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "marrow/error.h"
#include "tests/text/wordpiece_golden.h"
#include "text/utf8.h"

namespace marrow {
namespace {

using test::spec_of;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kNoLimit = 1U << 20U;

std::vector<std::string> tiny_vocabulary() {
  return {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "##b", "tea"};
}

std::string error_of(const TokenizerSpec& spec) {
  try {
    const WordPieceTokenizer tokenizer(spec);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    return error.what();
  }
  return "nothing thrown";
}

Encoding encode_case(const WordPieceTokenizer& tokenizer, const Json& golden) {
  const auto texts = golden.at("texts").get<std::vector<std::string>>();
  const auto limit = golden.at("limit").get<std::size_t>();
  const auto special = golden.at("special") == "safe" ? SpecialTokenText::safe : SpecialTokenText::parity;
  const std::size_t most = limit > 0 ? limit : kNoLimit;
  return texts.size() == 1 ? tokenizer.encode(texts[0], most, special)
                           : tokenizer.encode_pair(texts[0], texts[1], most, special);
}

Encoding expected_of(const Json& golden) {
  Encoding expected;
  golden.at("ids").get_to(expected.ids);
  golden.at("types").get_to(expected.types);
  for (const auto& offset : golden.at("offsets")) {
    expected.offsets.push_back({offset.at(0).get<std::size_t>(), offset.at(1).get<std::size_t>()});
  }
  golden.at("truncated").get_to(expected.truncated);
  return expected;
}

TEST(WordPiece, GivesTheIdsTypesAndOffsetsOfTheReference) {
  std::string name;
  std::unique_ptr<WordPieceTokenizer> tokenizer;
  std::size_t count = 0;
  for (const std::string& line : test::lines_of(test::wordpiece_golden_folder() / "cases.jsonl")) {
    const Json golden = parse_json(line, "cases.jsonl");
    if (golden.at("tokenizer") != name) {
      name = golden.at("tokenizer");
      tokenizer = std::make_unique<WordPieceTokenizer>(test::golden_spec(name));
    }
    const Encoding expected = expected_of(golden);
    const Encoding found = encode_case(*tokenizer, golden);
    EXPECT_EQ(found.ids, expected.ids) << line;
    EXPECT_EQ(found.types, expected.types) << line;
    EXPECT_TRUE(found.offsets == expected.offsets) << line;
    EXPECT_EQ(found.truncated, expected.truncated) << line;
    ++count;
  }
  EXPECT_GT(count, 900U);
}

TEST(WordPiece, OffsetsOfAnyBytesStayInsideTheTextAndRise) {
  const WordPieceTokenizer tokenizer(test::golden_spec("uncased"));
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    std::string text(std::uniform_int_distribution<std::size_t>(0, 40)(random), ' ');
    for (char& c : text) c = static_cast<char>(std::uniform_int_distribution<int>(0, 255)(random));
    const Encoding encoding = tokenizer.encode(text, kNoLimit, SpecialTokenText::parity);
    for (std::size_t i = 1; i + 1 < encoding.ids.size(); ++i) {
      ASSERT_LT(encoding.offsets[i].begin, encoding.offsets[i].end);
      ASSERT_LE(encoding.offsets[i].end, text.size());
      ASSERT_LE(encoding.offsets[i - 1].begin, encoding.offsets[i].begin);
    }
  }
}

TEST(WordPiece, BrokenBytesAreRemovedLikeTheReplacementCharacter) {
  const WordPieceTokenizer tokenizer(spec_of(tiny_vocabulary()));
  EXPECT_THAT(tokenizer
                  .encode("a\xFF\xC3"
                          "b",
                          kNoLimit)
                  .ids,
              ElementsAre(2, 5, 7, 3));
  EXPECT_THAT(tokenizer.encode("\xED\xA0\x80", kNoLimit).ids, ElementsAre(2, 3));
}

TEST(WordPiece, ACutEncodingIsAFrontOfTheUncutOne) {
  const WordPieceTokenizer tokenizer(test::golden_spec("uncased"));
  const std::string text = "kola tea zoe unknowable [SEP] data queries 25°C";
  for (const auto special : {SpecialTokenText::safe, SpecialTokenText::parity}) {
    const Encoding whole = tokenizer.encode(text, kNoLimit, special);
    EXPECT_FALSE(whole.truncated);
    for (std::size_t limit = 2; limit <= whole.ids.size() + 1; ++limit) {
      const Encoding cut = tokenizer.encode(text, limit, special);
      const std::size_t kept = std::min(limit, whole.ids.size());
      ASSERT_EQ(cut.ids.size(), kept);
      EXPECT_EQ(cut.ids.back(), 3);
      EXPECT_TRUE(std::equal(cut.ids.begin(), cut.ids.end() - 1, whole.ids.begin()));
      EXPECT_EQ(cut.truncated, limit < whole.ids.size());
    }
  }
}

TEST(WordPiece, AnAddedTokenThatIsNotSpecialIsFoundInSafeTextToo) {
  TokenizerSpec spec = spec_of(tiny_vocabulary());
  spec.added_tokens.push_back({"[Q]", 9, false});
  const WordPieceTokenizer tokenizer(spec);
  EXPECT_THAT(tokenizer.encode("[Q]tea[SEP]", kNoLimit).ids, ElementsAre(2, 9, 8, 1, 1, 1, 3));
  EXPECT_EQ(tokenizer.vocabulary_size(), 10U);
  EXPECT_EQ(tokenizer.token(9), "[Q]");
}

TEST(WordPiece, TheLongestAddedTokenWins) {
  TokenizerSpec spec = spec_of(tiny_vocabulary());
  spec.added_tokens.push_back({"[SEP]x", 9, true});
  const WordPieceTokenizer tokenizer(spec);
  EXPECT_THAT(tokenizer.encode("[SEP]x[SEP]", kNoLimit, SpecialTokenText::parity).ids,
              ElementsAre(2, 9, 3, 3));
}

TEST(WordPiece, LimitsBelowTheSpecialTokensAreRefused) {
  const WordPieceTokenizer tokenizer(spec_of(tiny_vocabulary()));
  EXPECT_THAT(tokenizer.encode("a", 2).ids, ElementsAre(2, 3));
  EXPECT_THROW(tokenizer.encode("a", 1), Error);
  EXPECT_THAT(tokenizer.encode_pair("a", "b", 3).ids, ElementsAre(2, 3, 3));
  EXPECT_TRUE(tokenizer.encode_pair("a", "b", 3).truncated);
  EXPECT_THROW(tokenizer.encode_pair("a", "b", 2), Error);
}

TEST(WordPiece, AFirstTextThatLeavesNoRoomIsCutToLeaveSome) {
  const WordPieceTokenizer tokenizer(spec_of(tiny_vocabulary()));
  const Encoding both_long = tokenizer.encode_pair("a a a a a a", "b b b b b b", 9);
  EXPECT_THAT(both_long.ids, ElementsAre(2, 5, 5, 5, 3, 6, 6, 6, 3));
  EXPECT_THAT(both_long.types, ElementsAre(0, 0, 0, 0, 0, 1, 1, 1, 1));
  EXPECT_TRUE(both_long.truncated);
  EXPECT_THAT(tokenizer.encode_pair("a a a a a a", "b", 7).ids, ElementsAre(2, 5, 5, 5, 3, 6, 3));
  EXPECT_THAT(tokenizer.encode_pair("a a a a", "", 7).ids, ElementsAre(2, 5, 5, 5, 5, 3, 3));
}

TEST(WordPiece, TokensOutOfRangeAreRefused) {
  const WordPieceTokenizer tokenizer(spec_of(tiny_vocabulary()));
  EXPECT_EQ(tokenizer.token(8), "tea");
  EXPECT_EQ(tokenizer.padding_id(), 0);
  EXPECT_THROW(tokenizer.token(9), Error);
  EXPECT_THROW(tokenizer.token(-1), Error);
}

TEST(WordPiece, RefusesAVocabularyItCannotUse) {
  TokenizerSpec spec = spec_of(tiny_vocabulary());
  spec.vocabulary.push_back("tea");
  EXPECT_THAT(error_of(spec), HasSubstr("`tea` stands twice, as id 8 and 9"));
  spec.vocabulary.back() = "";
  EXPECT_THAT(error_of(spec), HasSubstr("entry 9 is empty"));
  spec.vocabulary.back() = "\xFF";
  EXPECT_THAT(error_of(spec), HasSubstr("not UTF-8"));
  spec.vocabulary.back() = "pot";
  spec.separator_token = "</s>";
  EXPECT_THAT(error_of(spec), HasSubstr("no special token `</s>`"));
  spec.separator_token = "[SEP]";
  spec.max_word_code_points = 0;
  EXPECT_THAT(error_of(spec), HasSubstr("at least 1 code point"));
}

TEST(WordPiece, RefusesAnAddedTokenWhoseIdIsAnotherEntry) {
  TokenizerSpec spec = spec_of(tiny_vocabulary());
  spec.added_tokens = {{"[SEP]", 7, true}};
  EXPECT_THAT(error_of(spec), HasSubstr("`[SEP]` has id 7"));
  spec.added_tokens = {{"[Q]", 11, true}};
  EXPECT_THAT(error_of(spec), HasSubstr("expected its place in the vocabulary or 9"));
  spec.added_tokens = {{"[Q]", -1, true}};
  EXPECT_THAT(error_of(spec), HasSubstr("has id -1"));
  spec.added_tokens = {{"", 9, true}};
  EXPECT_THAT(error_of(spec), HasSubstr("added token 9 is empty"));
  spec.added_tokens = {{"\xFF", 9, true}};
  EXPECT_THAT(error_of(spec), HasSubstr("not UTF-8"));
}

}  // namespace
}  // namespace marrow
