#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "io/subprocess.h"
#include "tests/support/temporary_folder.h"

namespace marrow::test {

/// The program of this build.
inline const std::string kMarrow = std::string(MARROW_BINARY_DIR) + "/marrow";

/// Runs it with these arguments, in the folder `in` (this process's own when empty).
inline ProcessResult run_marrow(std::vector<std::string> arguments, const std::filesystem::path& in = {}) {
  arguments.insert(arguments.begin(), kMarrow);
  return run_process({.arguments = std::move(arguments), .environment = {}, .folder = in, .poll = {}});
}

/// What it gave, apart.
struct SplitOutput {
  int exit_status = 0;
  std::string output;
  std::string messages;
};

/// Runs it in a shell, which reads `arguments`, with `input` as its standard input.
inline SplitOutput run_marrow_split(const std::string& arguments, const std::string& input = {}) {
  const TemporaryFolder folder;
  folder.write("in", input);
  const std::string command = std::string(MARROW_BINARY_DIR) + "/marrow " + arguments + " < in > out 2> err";
  const auto result = run_process(
      {.arguments = {"/bin/sh", "-c", command}, .environment = {}, .folder = folder.path(), .poll = {}});
  return {result.exit_status, read_all(folder / "out"), read_all(folder / "err")};
}

}  // namespace marrow::test
