#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/pipeline.h"
#include "marrow/engine.h"
#include "marrow/retriever.h"

namespace marrow {

/// One document of one ranked query, and who ranked it. A view.
struct ExplainRequest {
  const Query& query;
  Sequence document;
  const SearchOptions& options;
  const RankedQuery& ranked;
  std::vector<const Retriever*> legs;  ///< one a leg of the options
};

/// How the document's place came about, as indented text: each leg's arithmetic, the fusion's shares,
/// the reranking's blend. Every sum is one that a reader can redo.
std::string explain_answer(const ExplainRequest& request);

}  // namespace marrow
