#include "rerank/reranker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/errors.h"
#include "tests/support/fake_pair_scorer.h"
#include "tests/support/hits.h"

namespace marrow {
namespace {

using test::documents_of;
using test::FakePairScorer;
using test::hit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const std::vector<Hit> kFirstStage{hit(10, 0.9F), hit(11, 0.8F), hit(12, 0.7F), hit(13, 0.6F)};

/// A document's text is its sequence number; the fake scores a pair by that number.
std::string text_of(const Hit& found) { return std::to_string(value_of(found.document)); }

float number_in(std::string_view /*query*/, std::string_view passage) {
  return std::stof(std::string(passage));
}

TEST(Rerank, ScoresOnlyTheTopOfTheFirstStageAndKeepsTheRestBehindIt) {
  const FakePairScorer scorer(number_in);
  const std::vector<RerankRequest> requests{{"q", kFirstStage}};
  const auto answers = rerank(requests, scorer, text_of, {.depth = 3, .blend_weight = 1.0});
  ASSERT_THAT(answers, SizeIs(1));
  EXPECT_THAT(documents_of(answers[0].shortlist), ElementsAre(12, 11, 10));
  EXPECT_EQ(answers[0].shortlist[0].score, 12.0F);  // the raw logit
  EXPECT_THAT(documents_of(answers[0].hits), ElementsAre(12, 11, 10, 13));
  EXPECT_THAT(scorer.call_sizes(), ElementsAre(3));
}

TEST(Rerank, GivesTheScorerTheQueryAndTheTextOfTheHitsUnit) {
  std::vector<std::string> seen;
  const FakePairScorer scorer([&](std::string_view query, std::string_view passage) {
    seen.push_back(std::string(query) + "|" + std::string(passage));
    return 0.0F;
  });
  const std::vector<Hit> first_stage{hit(1, 2.0F, 5), hit(2, 1.0F, 0)};
  const std::vector<RerankRequest> requests{{"why", first_stage}};
  const auto text = [](const Hit& found) {
    return std::to_string(value_of(found.document)) + "." + std::to_string(found.unit);
  };
  rerank(requests, scorer, text, {});
  EXPECT_THAT(seen, ElementsAre("why|1.5", "why|2.0"));
}

TEST(Rerank, EqualLogitsGoToTheLowerSequence) {
  const FakePairScorer scorer([](std::string_view, std::string_view) { return 1.0F; });
  const std::vector<Hit> first_stage{hit(9, 3.0F), hit(4, 2.0F)};
  const std::vector<RerankRequest> requests{{"q", first_stage}};
  EXPECT_THAT(documents_of(rerank(requests, scorer, text_of, {.blend_weight = 1.0})[0].hits),
              ElementsAre(4, 9));
}

TEST(Rerank, WeightZeroDoesNotAskTheScorer) {
  const FakePairScorer scorer(number_in);
  const std::vector<RerankRequest> requests{{"q", kFirstStage}};
  const auto answers = rerank(requests, scorer, text_of, {.blend_weight = 0.0});
  EXPECT_EQ(answers[0].hits, kFirstStage);
  EXPECT_TRUE(answers[0].shortlist.empty());
  EXPECT_TRUE(scorer.call_sizes().empty());
}

TEST(Rerank, ManyRequestsGiveWhatEachAloneGivesInCallsOfBoundedSize) {
  std::vector<Hit> long_list;
  for (std::uint64_t i = 0; i < 400; ++i) long_list.push_back(hit(i, 1.0F - static_cast<float>(i) * 0.001F));
  const auto score = [](std::string_view query, std::string_view passage) {
    return std::sin(static_cast<float>(query.size()) * number_in(query, passage));
  };
  const std::vector<RerankRequest> requests{
      {"a", long_list}, {"bb", {}}, {"ccc", long_list}, {"dddd", kFirstStage}, {"eeeee", long_list}};
  const FakePairScorer together(score);
  std::vector<std::size_t> seen;
  const auto answers =
      rerank(requests, together, text_of, {.depth = 400}, [&](std::size_t done, std::size_t total) {
        seen.assign({done, total});
      });
  EXPECT_THAT(together.call_sizes(), ElementsAre(804, 400));
  EXPECT_THAT(seen, ElementsAre(1204, 1204));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const FakePairScorer alone(score);
    const auto expected = rerank({&requests[i], 1}, alone, text_of, {.depth = 400});
    EXPECT_EQ(answers[i].hits, expected[0].hits) << i;
    EXPECT_EQ(answers[i].shortlist, expected[0].shortlist) << i;
  }
}

TEST(Rerank, NothingFoundIsNothingReranked) {
  const FakePairScorer scorer(number_in);
  EXPECT_TRUE(rerank({}, scorer, text_of, {}).empty());
  const std::vector<RerankRequest> requests{{"q", {}}};
  EXPECT_TRUE(rerank(requests, scorer, text_of, {})[0].hits.empty());
}

TEST(Rerank, RefusesAScoreThatIsNotFiniteNamingModelAndDocument) {
  const FakePairScorer scorer(
      [](std::string_view, std::string_view) { return std::numeric_limits<float>::quiet_NaN(); });
  const std::vector<RerankRequest> requests{{"q", kFirstStage}};
  const Error error = test::error_of([&] { rerank(requests, scorer, text_of, {}); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("the reranker `fake` gave document 10 the score nan"));
}

TEST(Rerank, RefusesOptionsOutOfRangeNamingTheValue) {
  const FakePairScorer scorer(number_in);
  const auto refusal = [&](const RerankOptions& options) -> std::string {
    const Error error = test::error_of([&] { rerank({}, scorer, text_of, options); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  };
  EXPECT_THAT(refusal({.depth = 0}), HasSubstr("depth must be at least 1, got 0"));
  EXPECT_THAT(refusal({.blend_weight = 1.1}), HasSubstr("blend_weight must be in [0, 1], got 1.1"));
  EXPECT_THAT(refusal({.blend_weight = std::nan("")}), HasSubstr("got nan"));
  EXPECT_THAT(refusal({.rrf_k = -2.0}), HasSubstr("rrf_k must be finite and at least 0, got -2"));
  EXPECT_THROW(score_shortlists({}, scorer, text_of, 0), Error);
}

}  // namespace
}  // namespace marrow
