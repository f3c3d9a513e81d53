#include <gtest/gtest.h>

#include "rerank/reranker.h"
#include "tests/support/fake_pair_scorer.h"
#include "tests/support/hits.h"

/// Faults of rerankers that others shipped: cases/known_faults.md, BR-47.
namespace marrow {
namespace {

using test::hit;

TEST(RerankerFaults, BR47TheSigmoidIsAppliedOnce) {
  EXPECT_NEAR(probability_of_logit(8.0), 0.99966, 5e-6);
  EXPECT_NEAR(probability_of_logit(-8.0), 0.00034, 5e-6);
  EXPECT_EQ(probability_of_logit(0.0), 0.5);
  EXPECT_EQ(probability_of_logit(-1e6), 0.0);
  EXPECT_EQ(probability_of_logit(1e6), 1.0);
}

TEST(RerankerFaults, BR47RankingUsesTheRawLogitSoThatASaturatedSigmoidMakesNoTies) {
  const test::FakePairScorer scorer(
      [](std::string_view, std::string_view passage) { return passage == "better" ? 25.0F : 20.0F; });
  const std::vector<Hit> first_stage{hit(1, 0.9F), hit(2, 0.8F)};
  const std::vector<RerankRequest> requests{{"q", first_stage}};
  const auto text = [](const Hit& found) {
    return std::string(found.document == Sequence(2) ? "better" : "good");
  };
  const auto answer = rerank(requests, scorer, text, {.blend_weight = 1.0})[0];
  EXPECT_EQ(answer.shortlist[0], hit(2, 25.0F));
  EXPECT_EQ(answer.shortlist[1], hit(1, 20.0F));
  EXPECT_EQ(answer.hits[0].document, Sequence(2));
}

}  // namespace
}  // namespace marrow
