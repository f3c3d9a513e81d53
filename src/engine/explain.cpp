#include "engine/explain.h"

#include <algorithm>

#include "core/number_text.h"
#include "rerank/rank_blend.h"

namespace marrow {
namespace {

std::string indented(std::size_t depth, const std::string& line) {
  return std::string(2 * depth, ' ') + line + '\n';
}

void append_tree(std::string& out, const Explanation& explanation, std::size_t depth) {
  out += indented(depth, number_text(explanation.value) + "  " + explanation.what);
  for (const Explanation& part : explanation.parts) append_tree(out, part, depth + 1);
}

/// The place of a document in a list, or the list's end.
std::vector<Hit>::const_iterator find_document(const std::vector<Hit>& hits, Sequence document) {
  return std::find_if(hits.begin(), hits.end(), [&](const Hit& hit) { return hit.document == document; });
}

std::size_t rank_of(const std::vector<Hit>& hits, Sequence document) {
  const auto found = find_document(hits, document);
  return found == hits.end() ? 0 : static_cast<std::size_t>(found - hits.begin()) + 1;
}

void append_legs(std::string& out, const ExplainRequest& request) {
  for (std::size_t leg = 0; leg < request.legs.size(); ++leg) {
    const auto& list = request.ranked.legs[leg];
    const auto found = find_document(list, request.document);
    const std::string name = request.legs[leg]->name();
    if (found == list.end()) {
      out += indented(0, name + ": not among its " + std::to_string(list.size()) + " documents");
      continue;
    }
    out += indented(0, name + ": rank " + std::to_string(rank_of(list, request.document)) + " of " +
                           std::to_string(list.size()));
    append_tree(out, request.legs[leg]->explain(request.query.text, *found), 1);
  }
}

void append_fusion(std::string& out, const ExplainRequest& request) {
  const auto found = find_document(request.ranked.fused, request.document);
  if (found == request.ranked.fused.end()) {
    out += indented(0, "fusion: no list holds the document");
    return;
  }
  const bool linear = request.options.fusion.method == FusionMethod::linear;
  out += indented(0, std::string("fusion (") + (linear ? "linear" : "reciprocal rank") + "): rank " +
                         std::to_string(rank_of(request.ranked.fused, request.document)) + ", score " +
                         number_text(found->score));
  const auto shares = explain_fusion(request.ranked.legs, fusion_of(request.options), request.document);
  for (std::size_t leg = 0; leg < shares.size(); ++leg) {
    const FusionShare& share = shares[leg];
    out += indented(1, number_text(share.contribution) + "  " + request.legs[leg]->name() + ": weight " +
                           number_text(share.weight) + " x " + number_text(share.value) +
                           (share.rank == 0 ? " (absent)" : " (rank " + std::to_string(share.rank) + ")"));
  }
}

void append_rerank(std::string& out, const ExplainRequest& request) {
  if (request.options.reranker.empty() || request.ranked.reranked.empty()) return;
  const SearchOptions& options = request.options;
  const std::size_t first = rank_of(request.ranked.fused, request.document);
  const std::size_t second = rank_of(request.ranked.reranked, request.document);
  if (second == 0) {
    out += indented(0, "reranking: not among the " + std::to_string(request.ranked.reranked.size()) +
                           " documents that were read");
    return;
  }
  const auto logit = find_document(request.ranked.reranked, request.document)->score;
  const BlendShares shares = blend_shares(first, second, options.blend_weight, options.blend_k);
  out += indented(0, "reranking by " + options.reranker + ": logit " + number_text(logit) + ", rank " +
                         std::to_string(second) + "; blended score " +
                         number_text(static_cast<float>(shares.sum())));
  out += indented(1, number_text(shares.first_stage) + "  first stage: (1 - " +
                         number_text(options.blend_weight) + ") / (" + number_text(options.blend_k) + " + " +
                         std::to_string(first) + ")");
  out += indented(1, number_text(shares.reranked) + "  reranker: " + number_text(options.blend_weight) +
                         " / (" + number_text(options.blend_k) + " + " + std::to_string(second) + ")");
}

}  // namespace

std::string explain_answer(const ExplainRequest& request) {
  std::string out;
  append_legs(out, request);
  append_fusion(out, request);
  append_rerank(out, request);
  return out;
}

}  // namespace marrow
