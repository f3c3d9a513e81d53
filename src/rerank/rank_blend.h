#pragma once

#include <cstddef>

/// blend_ranks() itself is in marrow/fusion.h.
namespace marrow {

/// The two shares of a blended score. Their sum, rounded to float, is the score of blend_ranks().
struct BlendShares {
  double first_stage = 0.0;  ///< (1 - weight) / (k + rank in the first stage)
  double reranked = 0.0;     ///< weight / (k + rank in the reranker's order)
  double sum() const noexcept { return first_stage + reranked; }
};

/// Ranks count from 1. Requires a weight in [0, 1] and k >= 0. A document below the shortlist has its
/// first-stage rank in both orders.
BlendShares blend_shares(std::size_t first_stage_rank, std::size_t reranked_rank, double weight,
                         double k) noexcept;

}  // namespace marrow
