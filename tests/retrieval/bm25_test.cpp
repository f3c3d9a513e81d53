#include "retrieval/bm25.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using testing::HasSubstr;

TEST(Bm25Scorer, IsTheFormulaWrittenOut) {
  const Bm25Scorer scorer({.k1 = 1.2, .b = 0.75}, {.unit_count = 1000, .sum_of_lengths = 50000});
  EXPECT_DOUBLE_EQ(scorer.average_length(), 50.0);
  const double idf = std::log(1.0 + (1000 - 30 + 0.5) / (30 + 0.5));
  EXPECT_DOUBLE_EQ(scorer.idf(30), idf);
  const double part = 3 * (1.2 + 1) / (3 + 1.2 * (1 - 0.75 + 0.75 * 80 / 50.0));
  EXPECT_DOUBLE_EQ(scorer.frequency_part(3, 80), part);
  EXPECT_NEAR(scorer.share(scorer.weight(30, 2), 3, 80), 2 * idf * part, 1e-14);
}

TEST(Bm25Scorer, AnIdfIsAboveZeroForEveryDocumentFrequency) {
  for (const std::uint64_t units : {1U, 2U, 7U}) {
    const Bm25Scorer scorer({}, {units, 10});
    for (std::uint64_t df = 1; df <= units; ++df) EXPECT_GT(scorer.idf(df), 0.0);
  }
}

TEST(Bm25Scorer, ACollectionWithoutTermsOrUnitsHasNoNan) {
  const Bm25Scorer empty({}, {0, 0});
  EXPECT_EQ(empty.average_length(), 0.0);
  EXPECT_TRUE(std::isfinite(empty.share(empty.weight(0, 1), 1, 0)));
  const Bm25Scorer blank({}, {3, 0});
  EXPECT_EQ(blank.average_length(), 0.0);
  EXPECT_TRUE(std::isfinite(blank.share(blank.weight(1, 1), 1, 0)));
}

TEST(LuceneLength, KeepsWhatSmallFloatKeeps) {
  // From SmallFloat.byte4ToInt(SmallFloat.intToByte4(length)) of Lucene 9.12.3.
  for (std::uint32_t length = 0; length <= 40; ++length) EXPECT_EQ(lucene_length(length), length);
  EXPECT_EQ(lucene_length(41), 40U);
  EXPECT_EQ(lucene_length(43), 42U);
  EXPECT_EQ(lucene_length(57), 56U);
  EXPECT_EQ(lucene_length(91), 88U);
  EXPECT_EQ(lucene_length(300), 280U);
  EXPECT_EQ(lucene_length(1000), 984U);
  EXPECT_EQ(lucene_length(2147483647), 2013265944U);
}

TEST(LuceneLength, IsRoundedDownByLessThanAnEighth) {
  for (std::uint32_t length = 1; length < 200000; length += 7) {
    EXPECT_LE(lucene_length(length), length);
    EXPECT_GT(lucene_length(length), length - length / 8 - 1);
  }
}

TEST(Bm25Scorer, LuceneLengthsChangeTheUnitsLengthOnly) {
  const CollectionStatistics statistics{10, 900};
  const Bm25Scorer exact({}, statistics);
  const Bm25Scorer lucene({.lengths = LengthPrecision::lucene}, statistics);
  EXPECT_EQ(lucene.average_length(), exact.average_length());
  EXPECT_EQ(lucene.frequency_part(2, 91), exact.frequency_part(2, 88));
  EXPECT_EQ(lucene.frequency_part(2, 40), exact.frequency_part(2, 40));
}

TEST(Bm25Options, LengthsAreGivenByName) {
  EXPECT_EQ(length_precision_of("exact"), LengthPrecision::exact);
  EXPECT_EQ(length_precision_of("lucene"), LengthPrecision::lucene);
  const Error error = error_of([] { length_precision_of("short"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("lengths must be `exact` or `lucene`, got `short`"));
}

}  // namespace
}  // namespace marrow
