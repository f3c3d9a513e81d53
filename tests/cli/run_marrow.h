#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "io/subprocess.h"

namespace marrow::test {

/// The program of this build.
inline const std::string kMarrow = std::string(MARROW_BINARY_DIR) + "/marrow";

/// Runs it with these arguments, in the folder `in` (this process's own when empty).
inline ProcessResult run_marrow(std::vector<std::string> arguments, const std::filesystem::path& in = {}) {
  arguments.insert(arguments.begin(), kMarrow);
  return run_process({.arguments = std::move(arguments), .environment = {}, .folder = in, .poll = {}});
}

}  // namespace marrow::test
