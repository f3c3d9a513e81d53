#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "marrow/fusion.h"
#include "tests/support/errors.h"
#include "tests/support/hits.h"

/// Faults of fusion that others shipped: cases/known_faults.md, BR-31 to BR-34.
namespace marrow {
namespace {

using test::documents_of;
using test::hit;
using testing::ElementsAre;
using testing::HasSubstr;
using Lists = std::vector<std::vector<Hit>>;

FusionOptions reciprocal_rank(std::vector<double> weights = {}) {
  return {.method = FusionMethod::reciprocal_rank, .weights = std::move(weights)};
}

std::string refusal(const Lists& lists, std::vector<double> weights) {
  const Error error = test::error_of([&] { fuse(lists, reciprocal_rank(std::move(weights))); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  return error.what();
}

TEST(FusionFaults, BR31RanksCountFromOneAndAbsenceHasNoRank) {
  const Lists lists{{hit(1, 4.0F), hit(2, 3.0F), hit(3, 2.0F), hit(4, 1.0F)},
                    {hit(5, 3.0F), hit(6, 2.0F), hit(4, 1.0F)}};
  const auto fused = fuse(lists, reciprocal_rank());
  ASSERT_THAT(documents_of(fused), ElementsAre(4, 1, 5, 2, 6, 3));
  EXPECT_NEAR(fused[0].score, 0.031498, 1e-6);
  EXPECT_NEAR(fused[1].score, 0.016393, 1e-6);
  EXPECT_NEAR(fused[2].score, 0.016393, 1e-6);
  EXPECT_NEAR(fused[3].score, 0.016129, 1e-6);
  EXPECT_NEAR(fused[4].score, 0.016129, 1e-6);
  EXPECT_NEAR(fused[5].score, 0.015873, 1e-6);
}

TEST(FusionFaults, BR32ADocumentTwiceInAListCountsOnceAtItsBestRankAndTheGapCloses) {
  const auto fused =
      fuse(Lists{{hit(1, 3.0F), hit(1, 2.0F), hit(2, 1.0F)}, {hit(2, 1.0F)}}, reciprocal_rank());
  ASSERT_THAT(documents_of(fused), ElementsAre(2, 1));
  EXPECT_NEAR(fused[0].score, 1.0 / 62 + 1.0 / 61, 1e-8);
  EXPECT_NEAR(fused[1].score, 1.0 / 61, 1e-8);
}

TEST(FusionFaults, BR32ALaterLowerScoreDoesNotReplaceTheBetterOne) {
  const FusionOptions linear{.method = FusionMethod::linear, .weights = {1.0, 1.0}, .floor = 0.0};
  const auto fused =
      fuse(Lists{{hit(1, 3.0F, 7), hit(2, 2.0F), hit(1, 1.0F, 8), hit(3, 1.0F)}, {hit(4, 1.0F)}}, linear);
  ASSERT_THAT(documents_of(fused), ElementsAre(1, 4, 2, 3));
  EXPECT_EQ(fused[0], hit(1, 1.0F, 7));
}

TEST(FusionFaults, BR33WeightsCountInReciprocalRankFusion) {
  const Lists lists{{hit(1, 1.0F)}, {hit(2, 1.0F)}};
  const auto fused = fuse(lists, reciprocal_rank({4.0, 1.0}));
  ASSERT_THAT(documents_of(fused), ElementsAre(1, 2));
  EXPECT_NEAR(fused[0].score, 0.065574, 1e-6);
  EXPECT_NEAR(fused[1].score, 0.016393, 1e-6);
}

TEST(FusionFaults, BR33AWrongWeightCountAndAllZeroNegativeOrNanWeightsAreRefused) {
  const Lists two{{hit(1, 1.0F)}, {hit(2, 1.0F)}};
  const Lists three{{hit(1, 1.0F)}, {hit(2, 1.0F)}, {hit(3, 1.0F)}};
  EXPECT_THAT(refusal(three, {1.0, 1.0}), HasSubstr("got 2 weights for 3 lists"));
  EXPECT_THAT(refusal(two, {0.0, 0.0}), HasSubstr("at least one weight must be above 0"));
  EXPECT_THAT(refusal(two, {1.0, -0.5}), HasSubstr("a weight must be finite and at least 0, got -0.5"));
  EXPECT_THAT(refusal(two, {1.0, std::nan("")}), HasSubstr("got nan"));
  EXPECT_THAT(refusal(two, {HUGE_VAL, 1.0}), HasSubstr("got inf"));
}

TEST(FusionFaults, BR34AConstantListCountsFullyInsteadOfVanishing) {
  const Lists lists{{hit(1, 3.0F)}, {hit(2, 0.9F), hit(1, 0.6F), hit(3, 0.2F)}};
  FusionOptions linear{.method = FusionMethod::linear, .weights = {0.5, 0.5}, .floor = 0.1};
  auto fused = fuse(lists, linear);
  ASSERT_THAT(documents_of(fused), ElementsAre(1, 2, 3));
  EXPECT_NEAR(fused[0].score, 0.8071, 5e-5);
  EXPECT_NEAR(fused[1].score, 0.5, 1e-7);
  EXPECT_NEAR(fused[2].score, 0.05, 1e-7);
  linear.floor = 0.0;
  fused = fuse(lists, linear);
  ASSERT_THAT(documents_of(fused), ElementsAre(1, 2, 3));
  EXPECT_NEAR(fused[0].score, 0.7857, 5e-5);
  EXPECT_NEAR(fused[1].score, 0.5, 1e-7);
  EXPECT_NEAR(fused[2].score, 0.0, 1e-7);
}

}  // namespace
}  // namespace marrow
