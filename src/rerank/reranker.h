#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/encoder.h"
#include "marrow/types.h"

/// The top of a ranked list, scored again by a cross-encoder.
namespace marrow {

struct RerankOptions {
  std::size_t depth = 100;    ///< how many of the first stage's documents are scored, >= 1
  double blend_weight = 0.3;  ///< the reranker's say, in [0, 1]; see blend_ranks()
  double rrf_k = 60.0;        ///< see blend_ranks()

  /// Throws invalid_argument, naming the option and its value.
  void validate() const;
};

/// One query and what the first stage found for it, best first, distinct documents. A view.
struct RerankRequest {
  std::string_view query;
  std::span<const Hit> first_stage;
};

/// The text a hit is judged by: its best unit's, or the whole document's. Called on the caller's
/// thread, once for every hit of a shortlist.
using PassageText = std::function<std::string(const Hit&)>;

struct Reranked {
  /// The shortlist in the reranker's order, `score` the raw logit. Empty when the blend weight is 0.
  std::vector<Hit> shortlist;
  /// The answer: blend_ranks(first_stage, shortlist, blend_weight, rrf_k).
  std::vector<Hit> hits;
};

/// One shortlist a request: its first `depth` hits, each with the raw logit of (query, passage) as its
/// score, in the order of ranks_before. Passages of several requests are scored together, in calls of a
/// bounded number of pairs. Throws bad_input when the model's answer is not finite, naming model and
/// document; invalid_argument when depth is 0.
std::vector<std::vector<Hit>> score_shortlists(std::span<const RerankRequest> requests,
                                               const PairScorer& scorer, const PassageText& passage_text,
                                               std::size_t depth, const Progress& progress = {});

/// score_shortlists() and blend_ranks() of each request, in the order of `requests`. With a blend weight
/// of 0 the scorer is not called.
std::vector<Reranked> rerank(std::span<const RerankRequest> requests, const PairScorer& scorer,
                             const PassageText& passage_text, const RerankOptions& options,
                             const Progress& progress = {});

/// 1 / (1 + e^-logit): a raw logit as a probability, for display. Ranking uses the logit itself, whose
/// order a float probability loses beyond about 17.
double probability_of_logit(double logit) noexcept;

}  // namespace marrow
