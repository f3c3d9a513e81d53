#include "encoders/sparse_terms.h"

#include <algorithm>
#include <vector>

namespace marrow {

SparseVector sparse_terms(std::span<const float> weights, std::size_t top_k) {
  std::vector<std::uint32_t> kept;
  for (std::size_t id = 0; id < weights.size(); ++id) {
    if (weights[id] > 0.0F) kept.push_back(static_cast<std::uint32_t>(id));
  }
  if (top_k > 0 && kept.size() > top_k) {
    const auto heavier = [&](std::uint32_t a, std::uint32_t b) {
      return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
    };
    std::nth_element(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(top_k - 1), kept.end(),
                     heavier);
    kept.resize(top_k);
    std::sort(kept.begin(), kept.end());
  }
  SparseVector vector;
  for (const std::uint32_t id : kept) {
    vector.terms.push_back(TermId(id));
    vector.weights.push_back(weights[id]);
  }
  return vector;
}

}  // namespace marrow
