#pragma once

#include <cstddef>
#include <vector>

namespace marrow {

/// What a document at `rank` (from 1) of a list is worth: 1 / (k + rank). Requires k >= 0.
constexpr double reciprocal_rank(std::size_t rank, double k) noexcept {
  return 1.0 / (k + static_cast<double>(rank));
}

/// The worth of ranks 1 to `count`, best first. A document beyond the list is worth 0, not 1 / (k +
/// count + 1): reciprocal-rank fusion gives absence no rank.
/// Source: Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet and individual
/// rank learning methods", SIGIR 2009, where k = 60.
std::vector<double> reciprocal_ranks(std::size_t count, double k);

}  // namespace marrow
