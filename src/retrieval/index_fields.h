#pragma once

#include <memory>
#include <string_view>

#include "index/index_reader.h"
#include "retrieval/fields.h"

/// The fields of an index on disk, for the retrievers. Each keeps its snapshot alive.
namespace marrow {

/// `leg` is a leg's name as leg_name() makes it. Each throws not_found, naming the legs there are, when
/// the index has no such leg, and invalid_argument when it is of another kind.
Bm25Field bm25_field(const std::shared_ptr<const IndexReader>& index, std::string_view leg = "bm25");
SparseField sparse_field(const std::shared_ptr<const IndexReader>& index, std::string_view leg);
DenseField dense_field(const std::shared_ptr<const IndexReader>& index, std::string_view leg);

}  // namespace marrow
