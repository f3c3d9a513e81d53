#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "marrow/encoder.h"
#include "marrow/engine.h"
#include "marrow/retriever.h"
#include "marrow/types.h"

/// The stages after the index: legs → fusion → reranking, for many queries at once. Knows retrievers
/// and scorers by their contracts only.
namespace marrow {

/// What one query leaves behind on its way through the stages.
struct RankedQuery {
  std::vector<std::vector<Hit>> legs;  ///< one list a leg, each cut at its depth
  std::vector<Hit> fused;              ///< all documents of the lists
  std::vector<Hit> reranked;           ///< the shortlist in the reranker's order, scores are logits
  std::vector<Hit> hits;               ///< the answer: fused, or blended when there is a reranker
};

/// The query's own document, where the self-match rule applies; empty otherwise.
using OwnDocument = std::function<std::optional<Sequence>(const Query&)>;

/// The lists of one leg, one a query, without the query's own document, `depth` long at most.
std::vector<std::vector<Hit>> search_leg(const Retriever& leg, std::span<const Query> queries,
                                         std::size_t depth, const OwnDocument& own,
                                         const Progress& progress = {});

/// A reranker and the text that its passages have.
struct RerankStage {
  const PairScorer* scorer = nullptr;
  std::function<std::string(const Hit&)> passage_text;
};

/// The fusion of a search's lists: its options with the legs' weights.
FusionOptions fusion_of(const SearchOptions& options);

/// Fuses and, when `stage.scorer` is set, reranks. `ranked[i].legs` belongs to queries[i] and is filled;
/// the other members are filled here. Throws what fuse() and rerank() throw.
void fuse_and_rerank(std::span<const Query> queries, std::span<RankedQuery> ranked,
                     const SearchOptions& options, const RerankStage& stage, const Progress& progress = {});

}  // namespace marrow
