#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "corpus/collection.h"
#include "marrow/types.h"

namespace marrow {

/// What a walk over a whole collection found.
struct CollectionCounts {
  std::size_t documents = 0;
  std::size_t empty_documents = 0;  ///< neither title nor text
  std::size_t queries = 0;
  std::size_t judged_queries = 0;  ///< that the split judges and the queries' file has
  std::size_t judgements = 0;
  std::size_t relevant = 0;  ///< judgements with a grade of 1 or more
  /// Judged ids that resolve to nothing, in byte order: how many there are, and the first few by name.
  std::size_t unknown_documents = 0;
  std::size_t unknown_queries = 0;
  std::vector<std::string> examples_of_unknown;
};

/// Reads every file of the collection (of the judgements, the chosen split) from end to end. What does
/// not follow the format throws as the readers do; a missing queries or judgements file counts 0.
/// `progress` counts documents.
CollectionCounts inspect(const Collection& collection, const Progress& progress = {});

}  // namespace marrow
