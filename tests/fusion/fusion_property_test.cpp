#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "marrow/fusion.h"
#include "tests/support/hits.h"

/// What must hold for any lists: seeded random ones with many ties, empty ones among them.
namespace marrow {
namespace {

using test::random_list;
using Lists = std::vector<std::vector<Hit>>;

constexpr int kRounds = 300;

Lists random_lists(std::mt19937& random, std::size_t list_count) {
  Lists lists;
  for (std::size_t i = 0; i < list_count; ++i) lists.push_back(random_list(random, random() % 12));
  return lists;
}

std::vector<double> random_weights(std::mt19937& random, std::size_t list_count) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < list_count; ++i)
    weights.push_back(0.05 + static_cast<double>(random() % 20) / 10);
  return weights;
}

FusionOptions options_for(FusionMethod method, std::vector<double> weights = {}) {
  return {.method = method, .weights = std::move(weights)};
}

/// The definition, list by list and document by document, with none of the library's parts.
std::map<std::uint64_t, double> brute_force(const Lists& lists, const FusionOptions& options) {
  std::map<std::uint64_t, double> scores;
  for (std::size_t l = 0; l < lists.size(); ++l) {
    for (std::size_t i = 0; i < lists[l].size(); ++i) {
      const double lowest = lists[l].back().score;
      const double highest = lists[l].front().score;
      const double score = lists[l][i].score;
      const double linear = highest > lowest
                                ? options.floor + (1 - options.floor) * (score - lowest) / (highest - lowest)
                                : 1.0;
      const double value = options.method == FusionMethod::linear
                               ? linear
                               : 1.0 / (options.rrf_k + static_cast<double>(i + 1));
      scores[value_of(lists[l][i].document)] += options.weights[l] * value;
    }
  }
  return scores;
}

class FusionProperty : public testing::TestWithParam<FusionMethod> {};

INSTANTIATE_TEST_SUITE_P(Methods, FusionProperty,
                         testing::Values(FusionMethod::linear, FusionMethod::reciprocal_rank),
                         [](const auto& method) {
                           return method.param == FusionMethod::linear ? "Linear" : "ReciprocalRank";
                         });

TEST_P(FusionProperty, EqualsTheDefinitionWrittenOut) {
  std::mt19937 random(1);
  for (int round = 0; round < kRounds; ++round) {
    const Lists lists = random_lists(random, 2 + random() % 3);
    const auto options = options_for(GetParam(), random_weights(random, lists.size()));
    const auto expected = brute_force(lists, options);
    const auto fused = fuse(lists, options);
    ASSERT_EQ(fused.size(), expected.size());
    for (const Hit& hit : fused) EXPECT_NEAR(hit.score, expected.at(value_of(hit.document)), 1e-6);
    EXPECT_TRUE(std::is_sorted(fused.begin(), fused.end(), ranks_before));
  }
}

TEST_P(FusionProperty, WeightsOneAndZeroGiveTheFirstListExactly) {
  std::mt19937 random(2);
  for (int round = 0; round < kRounds; ++round) {
    const Lists lists = random_lists(random, 2);
    EXPECT_EQ(fuse(lists, options_for(GetParam(), {1.0, 0.0})), lists[0]);
    EXPECT_EQ(fuse(lists, options_for(GetParam(), {0.0, 0.3})), lists[1]);
    EXPECT_EQ(fuse(Lists{lists[0]}, options_for(GetParam())), lists[0]);
  }
}

TEST_P(FusionProperty, ADocumentRankedLastBeatsOneThatWasNotRetrieved) {
  std::mt19937 random(3);
  for (int round = 0; round < kRounds; ++round) {
    Lists lists = random_lists(random, 2);
    const Hit last = test::hit(1000, lists[1].empty() ? 0.0F : lists[1].back().score - 1.0F);
    const Hit absent_twin = test::hit(1001, lists[0].empty() ? 0.0F : lists[0].back().score - 1.0F);
    // Both stand last in the first list with one score; only `last` is in the second.
    lists[0].push_back({last.document, 0, absent_twin.score});
    lists[0].push_back(absent_twin);
    lists[1].push_back(last);
    const auto fused = fuse(lists, options_for(GetParam(), random_weights(random, 2)));
    const auto place = [&](const Hit& wanted) {
      return std::find_if(fused.begin(), fused.end(),
                          [&](const Hit& hit) { return hit.document == wanted.document; });
    };
    EXPECT_GT(place(last)->score, place(absent_twin)->score);
  }
}

TEST_P(FusionProperty, TheSharesShownAddUpToTheScore) {
  std::mt19937 random(4);
  for (int round = 0; round < kRounds; ++round) {
    const Lists lists = random_lists(random, 3);
    const auto options = options_for(GetParam(), {0.2, 0.3, 0.5});
    for (const Hit& hit : fuse(lists, options)) {
      double sum = 0.0;
      for (const FusionShare& share : explain_fusion(lists, options, hit.document)) sum += share.contribution;
      EXPECT_EQ(static_cast<float>(sum), hit.score);
    }
  }
}

TEST_P(FusionProperty, TheOrderOfTheListsChangesNoScoreBeyondRounding) {
  std::mt19937 random(5);
  for (int round = 0; round < kRounds; ++round) {
    const Lists lists = random_lists(random, 2);
    const auto forward = fuse(lists, options_for(GetParam(), {0.4, 0.6}));
    const auto backward = fuse(Lists{lists[1], lists[0]}, options_for(GetParam(), {0.6, 0.4}));
    ASSERT_EQ(test::documents_of(forward), test::documents_of(backward));  // a sum of two commutes exactly
    for (std::size_t i = 0; i < forward.size(); ++i) EXPECT_EQ(forward[i].score, backward[i].score);
  }
}

TEST_P(FusionProperty, DuplicatesChangeNothing) {
  std::mt19937 random(6);
  for (int round = 0; round < kRounds; ++round) {
    const Lists lists = random_lists(random, 2);
    Lists repeated = lists;
    for (auto& list : repeated) {
      std::vector<Hit> doubled;
      for (const Hit& hit : list) doubled.insert(doubled.end(), 1 + random() % 3, hit);
      list = doubled;
    }
    const auto options = options_for(GetParam(), {0.4, 0.6});
    EXPECT_EQ(fuse(repeated, options), fuse(lists, options));
  }
}

}  // namespace
}  // namespace marrow
