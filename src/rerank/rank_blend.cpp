#include "rerank/rank_blend.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include "core/number_text.h"
#include "fusion/reciprocal_rank_fusion.h"
#include "marrow/error.h"
#include "marrow/fusion.h"

namespace marrow {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, "blend_ranks: " + message);
}

std::string name_of(Sequence document) { return "document " + std::to_string(value_of(document)); }

using Ranks = std::unordered_map<Sequence, std::size_t>;

/// Rank of each document, from 1. Throws when one stands twice.
Ranks ranks_of(std::span<const Hit> hits, const char* list_name) {
  Ranks ranks;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const auto [first, fresh] = ranks.emplace(hits[i].document, i + 1);
    if (!fresh) {
      refuse(name_of(hits[i].document) + " is at ranks " + std::to_string(first->second) + " and " +
             std::to_string(i + 1) + " of the " + list_name + " list");
    }
  }
  return ranks;
}

void check_numbers(double weight, double rrf_k) {
  if (!(weight >= 0.0 && weight <= 1.0)) refuse("weight must be in [0, 1], got " + number_text(weight));
  if (!(std::isfinite(rrf_k) && rrf_k >= 0.0)) {
    refuse("rrf_k must be finite and at least 0, got " + number_text(rrf_k));
  }
}

/// Throws unless `reranked` holds exactly the documents of the first reranked.size() hits.
void check_shortlist(const Ranks& first_stage, std::span<const Hit> reranked) {
  for (const Hit& hit : reranked) {
    const auto found = first_stage.find(hit.document);
    if (found == first_stage.end())
      refuse(name_of(hit.document) + " was reranked but is not in the first stage");
    if (found->second > reranked.size()) {
      refuse(name_of(hit.document) + " was reranked but is at rank " + std::to_string(found->second) +
             " of the first stage, below the shortlist of " + std::to_string(reranked.size()));
    }
  }
}

}  // namespace

BlendShares blend_shares(std::size_t first_stage_rank, std::size_t reranked_rank, double weight,
                         double k) noexcept {
  return {(1.0 - weight) * reciprocal_rank(first_stage_rank, k), weight * reciprocal_rank(reranked_rank, k)};
}

std::vector<Hit> blend_ranks(std::span<const Hit> first_stage, std::span<const Hit> reranked, double weight,
                             double rrf_k) {
  check_numbers(weight, rrf_k);
  const Ranks first_ranks = ranks_of(first_stage, "first-stage");
  const Ranks reranked_ranks = ranks_of(reranked, "reranked");
  check_shortlist(first_ranks, reranked);
  std::vector<Hit> blended(first_stage.begin(), first_stage.end());
  if (weight == 0.0) return blended;
  for (std::size_t i = 0; i < blended.size(); ++i) {
    const auto found = reranked_ranks.find(blended[i].document);
    const std::size_t reranked_rank = found == reranked_ranks.end() ? i + 1 : found->second;
    blended[i].score = static_cast<float>(blend_shares(i + 1, reranked_rank, weight, rrf_k).sum());
  }
  std::sort(blended.begin(), blended.end(), ranks_before);
  return blended;
}

}  // namespace marrow
