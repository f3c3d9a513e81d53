#include "encoders/batching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "tests/support/errors.h"

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Batching, PacksLongestFirstUnderTheBudget) {
  const std::vector<std::size_t> counts{3, 30, 17, 2, 18};
  const auto batches = plan_batches(counts, {.token_budget = 64, .length_step = 16, .max_length = 128});
  ASSERT_EQ(batches.size(), 3U);
  EXPECT_EQ(batches[0].length, 32U);
  EXPECT_EQ(batches[0].row_count, 2U);
  EXPECT_THAT(batches[0].texts, ElementsAre(1, 4));
  EXPECT_EQ(batches[1].length, 32U);
  EXPECT_THAT(batches[1].texts, ElementsAre(2, 0));
  EXPECT_EQ(batches[2].length, 16U);
  EXPECT_EQ(batches[2].row_count, 1U);
  EXPECT_THAT(batches[2].texts, ElementsAre(3));
}

TEST(Batching, TheLastBatchIsFilledUpToAPowerOfTwo) {
  const std::vector<std::size_t> counts(5, 10);
  const auto batches = plan_batches(counts, {.token_budget = 512, .length_step = 16, .max_length = 128});
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_EQ(batches[0].texts.size(), 5U);
  EXPECT_EQ(batches[0].row_count, 8U);
}

TEST(Batching, NoTextsGiveNoBatches) { EXPECT_THAT(plan_batches({}, {}), IsEmpty()); }

TEST(Batching, ATextLongerThanTheBudgetRunsAlone) {
  const auto batches = plan_batches(std::vector<std::size_t>{100, 90},
                                    {.token_budget = 8, .length_step = 16, .max_length = 100});
  ASSERT_EQ(batches.size(), 2U);
  EXPECT_EQ(batches[0].length, 100U);  // the model's limit, though no multiple of the step
  EXPECT_EQ(batches[0].row_count, 1U);
}

/// Everything that the header promises, for random counts and policies.
TEST(Batching, EveryTextIsInOneBatchThatHoldsIt) {
  std::mt19937 random(3);
  const auto draw = [&random](std::size_t low, std::size_t high) {
    return std::uniform_int_distribution<std::size_t>(low, high)(random);
  };
  for (int round = 0; round < 500; ++round) {
    const BatchPolicy policy{draw(1, 300), draw(1, 20), draw(1, 64)};
    std::vector<std::size_t> counts(draw(0, 60));
    for (std::size_t& count : counts) count = draw(0, policy.max_length);
    std::vector<std::size_t> seen;
    std::set<std::pair<std::size_t, std::size_t>> full_shapes;
    const auto batches = plan_batches(counts, policy);
    for (const PlannedBatch& batch : batches) {
      ASSERT_LE(batch.length, policy.max_length);
      ASSERT_LE(batch.texts.size(), batch.row_count);
      ASSERT_TRUE(batch.row_count == 1 || batch.row_count * batch.length <= policy.token_budget);
      const bool full = batch.texts.size() == batch.row_count;
      if (full) full_shapes.insert({batch.length, batch.row_count});
      ASSERT_TRUE(full || &batch == &batches.back());
      ASSERT_LT(batch.row_count, 2 * batch.texts.size() + 1);
      for (const std::size_t text : batch.texts) {
        ASSERT_LE(counts[text], batch.length);
        if (!seen.empty()) {
          ASSERT_GE(counts[seen.back()], counts[text]);
        }
        seen.push_back(text);
      }
    }
    std::sort(seen.begin(), seen.end());
    ASSERT_EQ(seen.size(), counts.size());
    for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i);
  }
}

TEST(Batching, APolicyOfZerosIsRefused) {
  EXPECT_THAT(test::error_of([] { BatchPolicy{.token_budget = 0}.validate(); }).what(),
              HasSubstr("token_budget"));
  EXPECT_THAT(test::error_of([] { BatchPolicy{.length_step = 0}.validate(); }).what(),
              HasSubstr("length_step"));
  EXPECT_THAT(test::error_of([] { BatchPolicy{.max_length = 0}.validate(); }).what(),
              HasSubstr("max_length"));
}

}  // namespace
}  // namespace marrow
