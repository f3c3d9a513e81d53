#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/bench.h"
#include "marrow/engine.h"

/// Collections as they are named on the command line: a known data set, a folder, or a file.
namespace marrow::cli {

/// The folder of data sets: `option` (--data-dir), MARROW_DATA, or the user's cache folder.
std::filesystem::path data_folder_of(const std::string& option);

/// Documents to index.
struct InputCollection {
  std::function<DocumentSource()> open_documents;
  std::size_t expected_documents = 0;  ///< 0: not known
};

/// A folder in BEIR layout or in the layout of documents.jsonl, one such file, or "-" for standard input.
/// Throws not_found and bad_input.
InputCollection open_input(const std::string& path);

/// A queries file in either layout, plain or gzip, or "-".
std::vector<Query> read_queries(const std::string& path);

/// What to take of a collection for a bench.
struct BenchInput {
  std::string data_folder;      ///< --data-dir, see data_folder_of()
  std::string split;            ///< empty: "test", else the collection's only one
  std::size_t max_corpus = 0;   ///< 0: all
  std::size_t max_queries = 0;  ///< 0: all
};

/// A known data set by name (in the data folder), or a folder. Throws not_found with what to do.
BenchCollection open_bench_collection(const std::string& name_or_folder, const BenchInput& input);

}  // namespace marrow::cli
