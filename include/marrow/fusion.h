#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "marrow/types.h"

/// Ranked lists into one ranked list: pure functions of hits.
namespace marrow {

enum class FusionMethod : std::uint8_t {
  linear,           ///< weighted sum of min-max normalised scores
  reciprocal_rank,  ///< weighted sum of 1 / (k + rank)
};

struct FusionOptions {
  FusionMethod method = FusionMethod::linear;
  /// One a list, finite, >= 0, at least one > 0. Empty: 1 for every list.
  std::vector<double> weights;
  /// linear: the lowest score of a list maps to this, the highest to 1; in [0, 1).
  double floor = 0.1;
  /// reciprocal_rank: k, finite, >= 0.
  double rrf_k = 60.0;
};

/// Fuses ranked lists (each in the order of ranks_before) into one, best first, all documents kept.
///
/// A list of weight 0 adds nothing. When one list of positive weight is left it passes through, order
/// and scores untouched. A document that stands twice in one list counts once, at its best rank, and
/// the ranks behind it close up. A document absent from a list gets nothing from it. The hit's unit is
/// that of the list, among those of positive weight, that gave the document its largest share.
/// Throws invalid_argument for bad options, a weight count that differs from the list count, or a
/// score that is not finite.
///
/// linear: Fox and Shaw, TREC-2 (1994), CombSUM, over min-max mapped into [floor, 1]; a list whose
/// scores are all equal maps to 1. reciprocal_rank: Cormack, Clarke and Buettcher, SIGIR 2009, with
/// weights; ranks count from 1.
std::vector<Hit> fuse(std::span<const std::vector<Hit>> lists, const FusionOptions& options);

/// Gives the reranked order `weight` of the say: weighted reciprocal-rank fusion (k = `rrf_k`) of the
/// first-stage order (1 - weight) and the reranked order (weight). 0 leaves `first_stage` as it is,
/// 1 orders the shortlist by `reranked` alone. Documents of `first_stage` that are not in `reranked`
/// keep their order behind the shortlist, at every weight.
///
///   first_stage  best first
///   reranked     the shortlist in the reranker's order: the documents of the first
///                reranked.size() hits of first_stage, each once
///   weight       in [0, 1]
/// Throws invalid_argument when one of these does not hold.
std::vector<Hit> blend_ranks(std::span<const Hit> first_stage, std::span<const Hit> reranked, double weight,
                             double rrf_k = 60.0);

}  // namespace marrow
