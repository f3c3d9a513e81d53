#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/text/wordpiece_golden.h"
#include "text/wordpiece.h"

/// BR-24 and BR-25: texts cut one token too early or too late, or without their separator.
namespace marrow {
namespace {

using testing::ElementsAre;

constexpr std::int32_t kCls = 2;
constexpr std::int32_t kSep = 3;

WordPieceTokenizer tokenizer_of_q_and_p() {
  return WordPieceTokenizer(test::spec_of({"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "q", "p"}));
}

TEST(FaultBR24, TheLimitCountsSpecialTokensAndTheAnswerTellsOfCutting) {
  const WordPieceTokenizer tokenizer = tokenizer_of_q_and_p();
  EXPECT_THAT(tokenizer.encode("q q q", 5).ids, ElementsAre(kCls, 5, 5, 5, kSep));
  EXPECT_FALSE(tokenizer.encode("q q q", 5).truncated);
  for (const char* const text : {"q q q q", "q q q q q q"}) {
    const Encoding cut = tokenizer.encode(text, 5);
    EXPECT_THAT(cut.ids, ElementsAre(kCls, 5, 5, 5, kSep));
    EXPECT_TRUE(cut.truncated);
  }
}

TEST(FaultBR25, OnlyThePassageOfAPairIsCut) {
  const WordPieceTokenizer tokenizer = tokenizer_of_q_and_p();
  const Encoding pair = tokenizer.encode_pair("q q", "p p p p p p", 6);
  EXPECT_THAT(pair.ids, ElementsAre(kCls, 5, 5, kSep, 6, kSep));
  EXPECT_THAT(pair.types, ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_TRUE(pair.truncated);
}

TEST(FaultBR25, AQueryThatLeavesNoRoomKeepsBothSeparatorsAndAPieceOfThePassage) {
  const WordPieceTokenizer tokenizer = tokenizer_of_q_and_p();
  const Encoding pair = tokenizer.encode_pair("q q q q q q", "p p", 6);
  EXPECT_THAT(pair.ids, ElementsAre(kCls, 5, 5, kSep, 6, kSep));
  EXPECT_THAT(pair.types, ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_TRUE(pair.truncated);
}

}  // namespace
}  // namespace marrow
