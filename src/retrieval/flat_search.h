#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/parallel.h"
#include "marrow/types.h"
#include "retrieval/fields.h"

namespace marrow {

/// Throws invalid_argument, beginning with `what`, unless `queries` holds whole rows of `dimension`
/// finite floats, none all 0 (whose similarity to everything is undefined as a cosine).
void check_dense_queries(std::span<const float> queries, std::size_t dimension, std::string_view what);

/// The `depth` best documents of each query (a row of `queries`) by inner product over all vectors:
/// exhaustive, exact in float32 as SimdKernels defines it. One list a query, in their order.
///
/// The vectors are read once for a block of queries, in tiles that stay in cache; blocks and ranges of
/// rows run in parallel. Requires queries that check_dense_queries() accepts.
std::vector<std::vector<Hit>> search_flat(const DenseField& field, std::span<const float> queries,
                                          std::size_t depth, ThreadPool& pool, const Progress& progress = {});

}  // namespace marrow
