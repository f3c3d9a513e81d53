#include "encoders/sparse_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The brute-force twin: sorts all terms by weight, then id, and cuts.
SparseVector by_sorting(const std::vector<float>& weights, std::size_t top_k) {
  std::vector<std::pair<float, std::uint32_t>> all;
  for (std::uint32_t id = 0; id < weights.size(); ++id) {
    if (weights[id] > 0.0F) all.push_back({-weights[id], id});
  }
  std::sort(all.begin(), all.end());
  if (top_k > 0 && all.size() > top_k) all.resize(top_k);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  SparseVector vector;
  for (const auto& [weight, id] : all) {
    vector.terms.push_back(TermId(id));
    vector.weights.push_back(-weight);
  }
  return vector;
}

TEST(SparseTerms, KeepsThePositiveWeightsByRisingId) {
  const SparseVector vector = sparse_terms(std::vector<float>{0.0F, 2.0F, -1.0F, 0.5F}, 0);
  EXPECT_THAT(vector.terms, ElementsAre(TermId(1), TermId(3)));
  EXPECT_THAT(vector.weights, ElementsAre(2.0F, 0.5F));
  EXPECT_THAT(sparse_terms({}, 0).terms, IsEmpty());
}

TEST(SparseTerms, AgreesWithSortingWhateverTheTies) {
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    std::vector<float> weights(std::uniform_int_distribution<std::size_t>(0, 12)(random));
    for (float& weight : weights) {
      weight = static_cast<float>(std::uniform_int_distribution<int>(-1, 3)(random));
    }
    for (std::size_t top_k = 0; top_k <= weights.size() + 1; ++top_k) {
      ASSERT_EQ(sparse_terms(weights, top_k), by_sorting(weights, top_k)) << "top_k " << top_k;
    }
  }
}

}  // namespace
}  // namespace marrow
