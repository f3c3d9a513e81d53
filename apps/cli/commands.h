#pragma once

#include <CLI/CLI.hpp>

/// One function a subcommand: declares its options on `app` and what it runs. Errors leave by
/// exception; main() maps them to exit codes.
namespace marrow::cli {}  // namespace marrow::cli
