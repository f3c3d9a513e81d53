#include "rerank/rank_blend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "marrow/fusion.h"
#include "tests/support/errors.h"
#include "tests/support/hits.h"

namespace marrow {
namespace {

using test::documents_of;
using test::hit;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Hit> kFirstStage{hit(1, 0.9F, 4), hit(2, 0.8F), hit(3, 0.7F), hit(4, 0.6F), hit(5, 0.5F)};
const std::vector<Hit> kReranked{hit(3, 8.0F), hit(1, 2.0F), hit(2, -3.0F)};

std::string refusal(std::span<const Hit> first_stage, std::span<const Hit> reranked, double weight,
                    double k = 60.0) {
  const Error error = test::error_of([&] { blend_ranks(first_stage, reranked, weight, k); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  return error.what();
}

TEST(BlendRanks, SumsTheTwoReciprocalRanks) {
  const auto blended = blend_ranks(kFirstStage, kReranked, 0.3);
  // 1: .7/61 + .3/62; 2: .7/62 + .3/63; 3: .7/63 + .3/61; 4 and 5: 1/64 and 1/65.
  ASSERT_THAT(documents_of(blended), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_FLOAT_EQ(blended[0].score, 0.016314119F);
  EXPECT_FLOAT_EQ(blended[1].score, 0.016052227F);
  EXPECT_FLOAT_EQ(blended[2].score, 0.016029144F);
  EXPECT_FLOAT_EQ(blended[3].score, 0.015625F);
  EXPECT_FLOAT_EQ(blended[4].score, 0.015384615F);
}

TEST(BlendRanks, HalfAndHalfTiesGoToTheLowerSequence) {
  const std::vector<Hit> first{hit(8, 2.0F), hit(3, 1.0F)};
  const std::vector<Hit> reranked{hit(3, 2.0F), hit(8, 1.0F)};
  EXPECT_THAT(documents_of(blend_ranks(first, reranked, 0.5)), ElementsAre(3, 8));
  EXPECT_THAT(documents_of(blend_ranks(first, reranked, 0.4)), ElementsAre(8, 3));
}

TEST(BlendRanks, WeightZeroLeavesTheFirstStageAsItIs) {
  EXPECT_EQ(blend_ranks(kFirstStage, kReranked, 0.0), kFirstStage);
}

TEST(BlendRanks, WeightOneOrdersTheShortlistByTheRerankerAlone) {
  const auto blended = blend_ranks(kFirstStage, kReranked, 1.0);
  EXPECT_THAT(documents_of(blended), ElementsAre(3, 1, 2, 4, 5));
  EXPECT_FLOAT_EQ(blended[0].score, 1.0F / 61.0F);
}

TEST(BlendRanks, KeepsTheFirstStagesUnits) {
  EXPECT_EQ(blend_ranks(kFirstStage, kReranked, 1.0).at(1), hit(1, 1.0F / 62.0F, 4));
}

TEST(BlendRanks, AnEmptyShortlistOrAnEmptyFirstStageIsNoError) {
  EXPECT_EQ(documents_of(blend_ranks(kFirstStage, {}, 0.3)), documents_of(kFirstStage));
  EXPECT_TRUE(blend_ranks({}, {}, 0.3).empty());
}

TEST(BlendRanks, RefusesAWeightOutsideZeroToOneAndABadK) {
  EXPECT_THAT(refusal(kFirstStage, kReranked, -0.1), HasSubstr("weight must be in [0, 1], got -0.1"));
  EXPECT_THAT(refusal(kFirstStage, kReranked, 1.5), HasSubstr("got 1.5"));
  EXPECT_THAT(refusal(kFirstStage, kReranked, std::nan("")), HasSubstr("got nan"));
  EXPECT_THAT(refusal(kFirstStage, kReranked, 0.3, -1.0),
              HasSubstr("rrf_k must be finite and at least 0, got -1"));
}

TEST(BlendRanks, RefusesAShortlistThatIsNotTheHeadOfTheFirstStage) {
  EXPECT_THAT(refusal(kFirstStage, std::vector<Hit>{hit(9, 1.0F)}, 0.3),
              HasSubstr("document 9 was reranked but is not in the first stage"));
  EXPECT_THAT(
      refusal(kFirstStage, std::vector<Hit>{hit(1, 2.0F), hit(5, 1.0F)}, 0.3),
      HasSubstr("document 5 was reranked but is at rank 5 of the first stage, below the shortlist of 2"));
}

TEST(BlendRanks, RefusesADocumentThatStandsTwice) {
  EXPECT_THAT(refusal(kFirstStage, std::vector<Hit>{hit(1, 2.0F), hit(1, 1.0F)}, 0.3),
              HasSubstr("document 1 is at ranks 1 and 2 of the reranked list"));
  EXPECT_THAT(refusal(std::vector<Hit>{hit(1, 2.0F), hit(1, 1.0F)}, {}, 0.3),
              HasSubstr("document 1 is at ranks 1 and 2 of the first-stage list"));
}

/// A first stage and its head in a random reranked order.
struct Case {
  std::vector<Hit> first_stage;
  std::vector<Hit> reranked;
};

Case random_case(std::mt19937& random) {
  Case made{test::random_list(random, random() % 30), {}};
  const std::size_t depth = made.first_stage.empty() ? 0 : random() % (made.first_stage.size() + 1);
  made.reranked.assign(made.first_stage.begin(),
                       made.first_stage.begin() + static_cast<std::ptrdiff_t>(depth));
  std::shuffle(made.reranked.begin(), made.reranked.end(), random);
  for (std::size_t i = 0; i < depth; ++i) made.reranked[i].score = -static_cast<float>(i);
  return made;
}

TEST(BlendRanks, DocumentsBelowTheShortlistKeepTheirOrderBehindItAtEveryWeight) {
  std::mt19937 random(12);
  for (int round = 0; round < 300; ++round) {
    const Case made = random_case(random);
    const std::size_t depth = made.reranked.size();
    for (const double weight : {0.0, 0.1, 0.3, 0.5, 0.9, 1.0}) {
      const auto before = documents_of(made.first_stage);
      const auto blended = blend_ranks(made.first_stage, made.reranked, weight);
      const auto after = documents_of(blended);
      ASSERT_EQ(after.size(), before.size());
      EXPECT_TRUE(std::equal(before.begin() + static_cast<std::ptrdiff_t>(depth), before.end(),
                             after.begin() + static_cast<std::ptrdiff_t>(depth)));
      EXPECT_TRUE(std::is_sorted(blended.begin(), blended.end(), ranks_before));
    }
  }
}

TEST(BlendRanks, IsWeightedFusionOfTheTwoFullOrders) {
  std::mt19937 random(13);
  for (int round = 0; round < 300; ++round) {
    const Case made = random_case(random);
    std::vector<Hit> full_reranked = made.reranked;  // the reranker's order, the rest as it was
    full_reranked.insert(full_reranked.end(),
                         made.first_stage.begin() + static_cast<std::ptrdiff_t>(made.reranked.size()),
                         made.first_stage.end());
    for (std::size_t i = 0; i < full_reranked.size(); ++i) full_reranked[i].score = -static_cast<float>(i);
    const std::vector<std::vector<Hit>> lists{made.first_stage, full_reranked};
    const FusionOptions options{.method = FusionMethod::reciprocal_rank, .weights = {0.7, 0.3}};
    const auto expected = fuse(lists, options);
    const auto blended = blend_ranks(made.first_stage, made.reranked, 0.3);
    ASSERT_EQ(documents_of(blended), documents_of(expected));
    for (std::size_t i = 0; i < blended.size(); ++i) EXPECT_FLOAT_EQ(blended[i].score, expected[i].score);
  }
}

TEST(BlendShares, AddUpToTheBlendedScore) {
  const auto shares = blend_shares(3, 1, 0.3, 60.0);
  EXPECT_DOUBLE_EQ(shares.first_stage, 0.7 / 63.0);
  EXPECT_DOUBLE_EQ(shares.reranked, 0.3 / 61.0);
  EXPECT_EQ(static_cast<float>(shares.sum()), blend_ranks(kFirstStage, kReranked, 0.3).at(2).score);
}

}  // namespace
}  // namespace marrow
