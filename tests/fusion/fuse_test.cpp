#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "marrow/fusion.h"
#include "tests/support/errors.h"
#include "tests/support/hits.h"

namespace marrow {
namespace {

using test::documents_of;
using test::hit;
using testing::ElementsAre;
using testing::HasSubstr;
using Lists = std::vector<std::vector<Hit>>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

FusionOptions reciprocal_rank_options(std::vector<double> weights = {}, double k = 60.0) {
  return {.method = FusionMethod::reciprocal_rank, .weights = std::move(weights), .rrf_k = k};
}

FusionOptions linear_options(std::vector<double> weights = {}, double floor = 0.1) {
  return {.method = FusionMethod::linear, .weights = std::move(weights), .floor = floor};
}

std::string refusal(const Lists& lists, const FusionOptions& options) {
  const Error error = test::error_of([&] { fuse(lists, options); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  return error.what();
}

TEST(FuseLinear, SumsWeightedNormalisedScores) {
  // List 1 maps to 1, 0.55, 0.1; list 2 to 1, 0.1.
  const Lists lists{{hit(1, 9.0F), hit(2, 5.0F), hit(3, 1.0F)}, {hit(2, 0.8F), hit(4, 0.2F)}};
  const auto fused = fuse(lists, linear_options({0.4, 0.6}));
  ASSERT_THAT(documents_of(fused), ElementsAre(2, 1, 4, 3));
  EXPECT_FLOAT_EQ(fused[0].score, 0.82F);  // 0.4 * 0.55 + 0.6 * 1
  EXPECT_FLOAT_EQ(fused[1].score, 0.4F);
  EXPECT_FLOAT_EQ(fused[2].score, 0.06F);
  EXPECT_FLOAT_EQ(fused[3].score, 0.04F);
}

TEST(FuseReciprocalRank, TakesAnyNumberOfListsAndAnyK) {
  const Lists lists{{hit(1, 3.0F), hit(2, 2.0F)}, {hit(2, 9.0F)}, {hit(3, 1.0F), hit(2, 0.5F)}};
  const auto fused = fuse(lists, reciprocal_rank_options({1.0, 2.0, 0.5}, 0.0));
  ASSERT_THAT(documents_of(fused), ElementsAre(2, 1, 3));
  EXPECT_FLOAT_EQ(fused[0].score, 0.5F + 2.0F + 0.25F);
  EXPECT_FLOAT_EQ(fused[1].score, 1.0F);
  EXPECT_FLOAT_EQ(fused[2].score, 0.5F);
}

TEST(Fuse, TiesGoToTheLowerSequence) {
  const Lists lists{{hit(9, 1.0F)}, {hit(3, 1.0F)}, {hit(6, 1.0F)}};
  EXPECT_THAT(documents_of(fuse(lists, reciprocal_rank_options())), ElementsAre(3, 6, 9));
  EXPECT_THAT(documents_of(fuse(lists, linear_options())), ElementsAre(3, 6, 9));
}

TEST(Fuse, WithoutWeightsEveryListCountsOne) {
  const Lists lists{{hit(1, 3.0F), hit(2, 2.0F)}, {hit(2, 9.0F), hit(1, 1.0F)}};
  EXPECT_EQ(fuse(lists, linear_options()), fuse(lists, linear_options({1.0, 1.0})));
}

TEST(Fuse, AHitKeepsTheUnitOfItsLargestShareTheFirstListWhenEqual) {
  const Lists lists{{hit(1, 2.0F, 7), hit(2, 1.0F, 5)}, {hit(2, 2.0F, 6), hit(1, 2.0F, 8)}};
  const auto fused = fuse(lists, reciprocal_rank_options());
  ASSERT_THAT(documents_of(fused), ElementsAre(1, 2));
  EXPECT_EQ(fused[0].unit, 7U);  // rank 1 of list 1
  EXPECT_EQ(fused[1].unit, 6U);  // rank 1 of list 2
  const Lists equal{{hit(1, 2.0F, 3)}, {hit(1, 2.0F, 4)}};
  EXPECT_EQ(fuse(equal, linear_options()).at(0).unit, 3U);
  EXPECT_EQ(fuse(equal, linear_options({0.4, 0.6})).at(0).unit, 4U);
}

TEST(Fuse, NoListsAndEmptyListsGiveNothing) {
  EXPECT_TRUE(fuse(Lists{}, linear_options()).empty());
  EXPECT_TRUE(fuse(Lists{{}, {}}, linear_options()).empty());
  EXPECT_TRUE(fuse(Lists{{}, {}}, reciprocal_rank_options({0.0, 1.0})).empty());
}

TEST(Fuse, AListThatFoundNothingLeavesTheOtherNormalised) {
  // Two lists of positive weight: the empty one counts as a list, so scores are comparable across queries.
  const auto fused = fuse(Lists{{}, {hit(4, 7.0F), hit(5, 6.0F)}}, linear_options({0.4, 0.6}));
  ASSERT_THAT(documents_of(fused), ElementsAre(4, 5));
  EXPECT_FLOAT_EQ(fused[0].score, 0.6F);
  EXPECT_FLOAT_EQ(fused[1].score, 0.06F);
}

TEST(Fuse, AListOfWeightZeroAddsNeitherScoresNorDocuments) {
  const Lists three{{hit(1, 3.0F), hit(2, 2.0F)}, {hit(9, 5.0F)}, {hit(2, 4.0F)}};
  const Lists two{three[0], three[2]};
  EXPECT_EQ(fuse(three, linear_options({0.3, 0.0, 0.7})), fuse(two, linear_options({0.3, 0.7})));
}

TEST(Fuse, AListThatPassesThroughKeepsItsOrderItsUnitsAndItsNegativeScores) {
  const std::vector<Hit> logits{hit(5, 2.0F, 1), hit(9, -3.0F, 4), hit(2, -3.0F, 7)};  // ties as they came
  EXPECT_EQ(fuse(Lists{logits, {hit(1, 1.0F)}}, linear_options({0.4, 0.0})), logits);
  EXPECT_EQ(fuse(Lists{logits}, reciprocal_rank_options()), logits);
}

TEST(Fuse, EqualScoresInAListCountInTheOrderGiven) {
  const Lists lists{{hit(2, 1.0F), hit(1, 1.0F)}, {hit(3, 1.0F)}};
  const auto fused = fuse(lists, reciprocal_rank_options());
  EXPECT_THAT(documents_of(fused), ElementsAre(2, 3, 1));
}

TEST(Fuse, RefusesScoresThatAreNotFinite) {
  EXPECT_THAT(refusal({{hit(1, 1.0F)}, {hit(2, kNan)}}, linear_options()),
              HasSubstr("list 2, rank 1: the score must be finite, got nan"));
  EXPECT_THAT(refusal({{hit(1, kInfinity)}, {}}, reciprocal_rank_options()), HasSubstr("got inf"));
  EXPECT_THAT(refusal({{hit(1, 1.0F), hit(2, -kInfinity)}}, linear_options()), HasSubstr("got -inf"));
}

TEST(Fuse, RefusesAListThatIsNotBestFirstAsADistanceWouldBe) {
  EXPECT_THAT(refusal({{hit(1, 0.1F), hit(2, 0.4F)}, {}}, reciprocal_rank_options()),
              HasSubstr("list 1, rank 2: the score 0.4 is above that of the rank before, 0.1"));
}

TEST(Fuse, RefusesOptionsOutOfRangeNamingTheValue) {
  const Lists lists{{hit(1, 1.0F)}, {hit(2, 1.0F)}};
  EXPECT_THAT(refusal(lists, linear_options({}, 1.0)), HasSubstr("floor must be in [0, 1), got 1"));
  EXPECT_THAT(refusal(lists, linear_options({}, -0.1)), HasSubstr("got -0.1"));
  EXPECT_THAT(refusal(lists, linear_options({}, std::nan(""))), HasSubstr("got nan"));
  EXPECT_THAT(refusal(lists, reciprocal_rank_options({}, -1.0)),
              HasSubstr("rrf_k must be finite and at least 0"));
  EXPECT_THAT(refusal(lists, reciprocal_rank_options({}, HUGE_VAL)), HasSubstr("got inf"));
  EXPECT_THAT(refusal(lists, linear_options({1e300, 1.0})), HasSubstr("more than a score can hold"));
}

TEST(Fuse, AFloorOfZeroWarnsAndOnlyThere) {
  EXPECT_THAT(linear_options({}, 0.0).warnings(), ElementsAre(HasSubstr("a floor of 0")));
  EXPECT_TRUE(linear_options({}, 0.1).warnings().empty());
  EXPECT_TRUE(reciprocal_rank_options().warnings().empty());
}

TEST(ExplainFusion, ShowsRankScoreValueWeightAndContributionOfEachList) {
  const Lists lists{{hit(1, 9.0F), hit(2, 5.0F), hit(3, 1.0F)}, {hit(4, 0.8F)}, {hit(2, 0.8F), hit(4, 0.2F)}};
  const auto shares = explain_fusion(lists, linear_options({0.4, 0.0, 0.6}), Sequence(2));
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_EQ(shares[0].rank, 2U);
  EXPECT_FLOAT_EQ(shares[0].score, 5.0F);
  EXPECT_DOUBLE_EQ(shares[0].value, 0.55);
  EXPECT_DOUBLE_EQ(shares[0].weight, 0.4);
  EXPECT_DOUBLE_EQ(shares[0].contribution, 0.22);
  EXPECT_EQ(shares[1].rank, 0U);  // weight 0: not run, so it says nothing
  EXPECT_EQ(shares[2].rank, 1U);
  EXPECT_DOUBLE_EQ(shares[2].contribution, 0.6);
}

TEST(ExplainFusion, APassedThroughListIsItsOwnScore) {
  const auto shares =
      explain_fusion(Lists{{hit(1, 9.0F), hit(2, 5.5F)}, {}}, linear_options({0.4, 0.0}), Sequence(2));
  EXPECT_EQ(shares[0].rank, 2U);
  EXPECT_DOUBLE_EQ(shares[0].weight, 1.0);
  EXPECT_DOUBLE_EQ(shares[0].contribution, 5.5);
}

}  // namespace
}  // namespace marrow
