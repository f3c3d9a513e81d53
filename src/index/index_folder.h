#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "index/manifest.h"

namespace marrow {

/// What is in an index folder, by the names of its files alone.
struct FolderContent {
  std::vector<std::uint64_t> generations;  ///< of the manifests, newest first
  std::uint64_t last_segment = 0;          ///< the highest number in a segment file's name; 0 without any
  std::vector<std::string> files;          ///< names of our own files, unfinished ones (.tmp) too, sorted
  std::vector<std::string> foreign;        ///< every other entry, sorted
};

/// Lists `folder`. Throws not_found when it does not exist, io when it cannot be read.
FolderContent list_folder(const std::filesystem::path& folder);

/// A commit that was opened, and what had to be passed over for it.
struct NewestManifest {
  Manifest manifest;
  std::vector<std::string> warnings;  ///< one a newer manifest that is damaged
};

/// The newest undamaged manifest of `folder`. Throws not_found when there is none, corrupt_index when
/// all are damaged, bad_input when one at or above it is too new or too old for this program: an older
/// commit must not pass for what was written since.
NewestManifest read_newest_manifest(const std::filesystem::path& folder);

/// Removes our own files that `manifest` does not name: older commits and unfinished work. A file that
/// cannot be removed stays; it harms nothing.
void remove_unreferenced(const std::filesystem::path& folder, const Manifest& manifest);

/// Names of our own files in `content` that `manifest` does not name.
std::vector<std::string> unreferenced(const FolderContent& content, const Manifest& manifest);

}  // namespace marrow
