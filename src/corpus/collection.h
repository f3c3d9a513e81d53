#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/records.h"
#include "marrow/evaluation.h"
#include "marrow/types.h"

namespace marrow {

enum class CollectionLayout : std::uint8_t {
  beir,   ///< corpus.jsonl, queries.jsonl, qrels/SPLIT.tsv (beir.h)
  jsonl,  ///< documents.jsonl, queries.jsonl, qrels.jsonl (jsonl.h); its one split is called "all"
};

/// "BEIR" or "JSONL".
std::string_view name_of(CollectionLayout layout) noexcept;

/// A folder of documents, queries and judgements, in one of the layouts; each file plain or gzip.
///
/// Only the documents' file must be there: what lacks is told when it is asked for. Nothing is read
/// before that, and nothing is kept. Thread safety: const members may run on several threads at once.
class Collection {
 public:
  /// Opens the folder and looks which layout and splits it has. `split` empty: "test", else the only
  /// one. Throws not_found for a missing folder, a folder without documents, or an unknown split
  /// (naming those there are); bad_input for one with the files of both layouts, or a file that stands
  /// both plain and gzip.
  static Collection open(const std::filesystem::path& folder, std::string_view split = {});

  /// Whether the folder has a file of documents, in either layout.
  static bool is_there(const std::filesystem::path& folder);

  /// The folder's own name.
  const std::string& name() const noexcept { return name_; }
  const std::filesystem::path& folder() const noexcept { return folder_; }
  CollectionLayout layout() const noexcept { return layout_; }
  /// Every split that has judgements, by name.
  const std::vector<std::string>& splits() const noexcept { return splits_; }
  /// The chosen split; empty when there are none, or several without a "test".
  const std::string& split() const noexcept { return split_; }

  bool has_queries() const noexcept { return !queries_.empty(); }
  /// Whether the split is known and has judgements.
  bool has_qrels() const noexcept { return !qrels_.empty(); }

  /// From the first document on.
  DocumentReader documents() const;
  /// All queries of the file, judged or not. Throws not_found when there is no such file.
  std::vector<Query> queries() const;
  /// The judgements of the split. Throws not_found when there are none, or which is not said.
  Qrels qrels() const;

  /// SHA-256 over the contents, decompressed, of the documents, the queries and the split's judgements
  /// (those that are there): what reports name the data by. The same for a file and its .gz.
  std::string data_hash(const Progress& progress = {}) const;

 private:
  void find_documents();
  void find_qrels(std::string_view wanted_split);
  const std::filesystem::path& require(const std::filesystem::path& file, std::string_view what) const;

  std::string name_;
  std::filesystem::path folder_;
  CollectionLayout layout_ = CollectionLayout::beir;
  std::vector<std::string> splits_;
  std::string split_;
  std::filesystem::path documents_;  // each empty where there is no such file
  std::filesystem::path queries_;
  std::filesystem::path qrels_;
};

/// The queries that `qrels` judges, in the order of `queries`.
std::vector<Query> judged_queries(std::vector<Query> queries, const Qrels& qrels);

/// SHA-256 of a file's content, decompressed.
std::string content_hash(const std::filesystem::path& file, const Progress& progress = {});

}  // namespace marrow
