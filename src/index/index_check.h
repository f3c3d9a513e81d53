#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "marrow/types.h"

namespace marrow {

/// What a full reading of an index found.
struct CheckReport {
  struct File {
    std::string name;
    std::uint64_t bytes = 0;
    std::size_t problem_count = 0;
  };
  std::uint64_t generation = 0;  ///< of the commit that was checked; 0 when every manifest is damaged
  std::uint64_t document_count = 0;
  std::vector<File> files;                ///< those of that commit, its manifest first
  std::vector<std::string> problems;      ///< each names its file and place; empty when the index is sound
  std::vector<std::string> unreferenced;  ///< our own files that the commit does not name: harmless
};

/// Reads all of the newest commit in `folder`: every checksum, then every invariant of what the files
/// hold; also says which newer manifests are damaged. Changes nothing. Progress counts bytes.
/// Throws not_found when there is no index, bad_input when its format is too old or too new.
CheckReport check_index(const std::filesystem::path& folder, const Progress& progress = {});

}  // namespace marrow
