#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "marrow/evaluation.h"

namespace marrow {

/// A query's documents in the order in which they are evaluated. A view of the hits it was made from.
struct RankedDocuments {
  std::vector<std::string_view> documents;  ///< best first
  bool tied_at_cutoff = false;              ///< as Evaluation::tied_query_count counts it
};

/// Score descending (in the version's precision), then document id descending by bytes; self-matches
/// removed and max_hits applied as `options` say. Throws bad_input, naming the query and the document,
/// for a document listed twice or a score that is no number.
RankedDocuments rank_hits(std::string_view query, std::span<const ScoredDocument> hits,
                          const EvaluationOptions& options);

}  // namespace marrow
