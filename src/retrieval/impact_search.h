#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "marrow/types.h"
#include "pooling/max_pool.h"
#include "retrieval/fields.h"
#include "retrieval/score_window.h"

namespace marrow {

/// Throws invalid_argument, beginning with `what`, unless `query` follows SparseVector's contract (terms
/// strictly ascending, one finite weight above 0 each) and its terms are below `vocabulary_size`.
void check_sparse_query(const SparseVector& query, std::size_t vocabulary_size, std::string_view what);

/// Offers every unit that shares a term with `query` at the inner product of the two: exhaustive, exact.
/// Products and sums are in double, by ascending term, rounded to float once: as good as exact, since a
/// product of two floats is exact in double. Requires a query that check_sparse_query() accepts.
/// O(impacts of the query's terms).
void search_impacts(const SparsePart& part, const SparseVector& query, ScoreWindow& window, PooledTopK& best);

}  // namespace marrow
