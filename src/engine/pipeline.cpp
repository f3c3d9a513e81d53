#include "engine/pipeline.h"

#include <utility>

#include "fusion/self_match.h"
#include "rerank/reranker.h"

namespace marrow {
namespace {

void rerank_fused(std::span<const Query> queries, std::span<RankedQuery> ranked, const SearchOptions& options,
                  const RerankStage& stage, const Progress& progress) {
  std::vector<RerankRequest> requests;
  for (std::size_t i = 0; i < queries.size(); ++i) requests.push_back({queries[i].text, ranked[i].fused});
  auto results =
      rerank(requests, *stage.scorer, stage.passage_text,
             {.depth = options.rerank_depth, .blend_weight = options.blend_weight, .rrf_k = options.blend_k},
             progress);
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    ranked[i].reranked = std::move(results[i].shortlist);
    ranked[i].hits = std::move(results[i].hits);
  }
}

}  // namespace

FusionOptions fusion_of(const SearchOptions& options) {
  FusionOptions fusion = options.fusion;
  fusion.weights.clear();
  for (const WeightedLeg& leg : options.legs) fusion.weights.push_back(leg.weight);
  return fusion;
}

std::vector<std::vector<Hit>> search_leg(const Retriever& leg, std::span<const Query> queries,
                                         std::size_t depth, const OwnDocument& own,
                                         const Progress& progress) {
  std::vector<std::string_view> texts;
  for (const Query& query : queries) texts.push_back(query.text);
  auto lists = leg.search_all(texts, own ? depth_before_self_match(depth) : depth, progress);
  if (!own) return lists;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    lists[i] = without_self_match(std::move(lists[i]), own(queries[i]), depth);
  }
  return lists;
}

void fuse_and_rerank(std::span<const Query> queries, std::span<RankedQuery> ranked,
                     const SearchOptions& options, const RerankStage& stage, const Progress& progress) {
  const FusionOptions fusion = fusion_of(options);
  for (RankedQuery& query : ranked) query.fused = fuse(query.legs, fusion);
  if (stage.scorer != nullptr) {
    rerank_fused(queries, ranked, options, stage, progress);
  } else {
    for (RankedQuery& query : ranked) query.hits = query.fused;
  }
}

}  // namespace marrow
