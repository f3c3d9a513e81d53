#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace marrow {

inline constexpr int kNoSuchProgram = 127;

/// A program to run, with its arguments.
struct ProcessRequest {
  /// Not empty. The first is the program: a path, or a name looked up on PATH. No shell reads them.
  std::vector<std::string> arguments;
  /// "NAME=value" entries that replace or extend the environment of this process.
  std::vector<std::string> environment;
  /// The folder it runs in; empty for this process's own.
  std::filesystem::path folder;
  /// Called several times a second while the program runs; may be empty. What it throws ends the
  /// program and passes through.
  std::function<void()> poll;
};

struct ProcessResult {
  /// As the program gave it; as a shell has it, 128 + the signal's number when a signal ended it, and
  /// kNoSuchProgram when there was nothing to run.
  int exit_status = 0;
  std::string output;  ///< the last 64 KiB of standard output and standard error together
};

/// Runs a program to its end. Its standard input is empty. However this function is left, the program
/// has ended: when `poll` throws, it gets SIGTERM and, two seconds later, SIGKILL, with its children.
/// Throws invalid_argument without arguments and io when the system refuses to start it.
/// Thread safety: may be called from several threads at once.
ProcessResult run_process(const ProcessRequest& request);

}  // namespace marrow
