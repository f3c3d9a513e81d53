#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/subprocess.h"

namespace marrow::test {

/// Runs the program of this build with these arguments.
inline ProcessResult run_marrow(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), std::string(MARROW_BINARY_DIR) + "/marrow");
  return run_process({.arguments = std::move(arguments), .environment = {}, .folder = {}, .poll = {}});
}

}  // namespace marrow::test
