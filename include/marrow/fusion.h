#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
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
  /// One a list, finite, >= 0, at least one > 0, their sum within float. Empty: 1 for every list.
  std::vector<double> weights;
  /// linear: the lowest score of a list maps to this, the highest to 1; in [0, 1).
  double floor = 0.1;
  /// reciprocal_rank: k, finite, >= 0.
  double rrf_k = 60.0;

  /// Throws invalid_argument, naming the option and its value, unless all of the above hold for
  /// `list_count` lists.
  void validate(std::size_t list_count) const;
  /// What is allowed but rarely meant, one sentence each: a linear floor of 0.
  std::vector<std::string> warnings() const;
};

/// Fuses ranked lists into one, in the order of ranks_before, all documents kept.
///
/// Each list is best first: scores never rise; between equal scores the order given is the rank. A list
/// of weight 0 adds nothing. When one list of positive weight is left it passes through, order and
/// scores untouched. A document that stands twice in one list counts once, at its best rank, and the
/// ranks behind it close up. A document absent from a list gets nothing from it. The hit's unit is that
/// of the list that gave the document its largest share (the first such list). Shares are summed in
/// double in the order of the lists, then rounded to float once.
/// Throws invalid_argument for bad options, a weight count that differs from the list count, a score
/// that is not finite, or scores that rise within a list.
///
/// linear: Fox and Shaw, TREC-2 (1994), CombSUM, over min-max mapped into [floor, 1]; a list whose
/// scores are all equal maps to 1. reciprocal_rank: Cormack, Clarke and Buettcher, SIGIR 2009, with
/// weights; ranks count from 1.
std::vector<Hit> fuse(std::span<const std::vector<Hit>> lists, const FusionOptions& options);

/// What one list gave one document.
struct FusionShare {
  std::size_t rank = 0;       ///< from 1; 0 when the list does not hold the document (all else is then 0)
  float score = 0.0F;         ///< the list's own score of the document
  double value = 0.0;         ///< the normalised score, or 1 / (k + rank); the score when passed through
  double weight = 0.0;        ///< the list's weight; 1 for a list that passes through
  double contribution = 0.0;  ///< weight * value
};

/// The arithmetic behind one document's fused score: one share a list, in the order of `lists`. Their
/// contributions, added in that order and rounded to float, are the score that fuse() gives.
/// Throws what fuse() throws.
std::vector<FusionShare> explain_fusion(std::span<const std::vector<Hit>> lists, const FusionOptions& options,
                                        Sequence document);

/// Gives the reranked order `weight` of the say: weighted reciprocal-rank fusion (k = `rrf_k`) of the
/// first-stage order (1 - weight) and the reranked order (weight). Weight 0 leaves `first_stage` as it
/// is, scores included; weight 1 orders the shortlist by `reranked` alone. Documents of `first_stage`
/// that are not in `reranked` keep their order behind the shortlist, at every weight: at rank r they
/// score 1 / (k + r), as though the reranker had left them there.
///
///   first_stage  best first, distinct documents
///   reranked     the shortlist in the reranker's order: the documents of the first
///                reranked.size() hits of first_stage, each once
///   weight       in [0, 1]
///   rrf_k        finite, >= 0
/// Returns the documents of first_stage with its units; for a weight above 0 with blended scores, in
/// the order of ranks_before. Throws invalid_argument when one of these does not hold.
std::vector<Hit> blend_ranks(std::span<const Hit> first_stage, std::span<const Hit> reranked, double weight,
                             double rrf_k = 60.0);

}  // namespace marrow
