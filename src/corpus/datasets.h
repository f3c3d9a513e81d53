#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/collection.h"

/// The public collections that are known by name.
namespace marrow {

/// A figure that someone published. Value and source are one text, so that none is without the other.
struct DatasetFigure {
  std::string_view system;  ///< "bm25", or a model's name
  /// "0.6789 nDCG@10 (companions): who published it; which model and data revision".
  std::string_view statement;

  /// The number that the statement begins with.
  double ndcg_at_10() const;
};

struct DatasetDescriptor {
  std::string_view name{};   ///< as on the command line, and of the archive: NAME.zip
  std::string_view about{};  ///< what the queries ask and what the documents are
  std::string_view md5{};    ///< of NAME.zip
  std::size_t documents = 0;
  std::size_t judged_queries = 0;  ///< of the test split
  bool counts_are_exact = true;    ///< else documents is about that many
  /// Queries are documents too: a query's own document is no answer to it.
  bool exclude_self = false;
  std::string_view licence{};         ///< as upstream states it, or "not read"
  std::string_view mirror_licence{};  ///< as the mirrors claim, or "not read"
  std::span<const DatasetFigure> figures{};
};

/// All of them, the smallest collection first. The views are valid as long as the program runs.
std::span<const DatasetDescriptor> known_datasets();

/// The descriptor called `name`; nullptr when there is none.
const DatasetDescriptor* find_dataset(std::string_view name) noexcept;
/// The descriptor called `name`. Throws not_found with the nearest name.
const DatasetDescriptor& require_dataset(std::string_view name);

/// The names of the folders right in `data_folder` that hold a collection, in byte order. None when
/// there is no such folder.
std::vector<std::string> collections_in(const std::filesystem::path& data_folder);

/// The collection that the user named: DATA_FOLDER/NAME when that is there, else the folder NAME.
/// A name that begins with `/`, `./` or `../` is a folder in any case. Throws not_found, with the
/// command that pulls it when it is a known one, else as Collection::open.
Collection open_collection(std::string_view name, const std::filesystem::path& data_folder,
                           std::string_view split = {});

}  // namespace marrow
