#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/config.h"

/// One function a subcommand: declares its options on `app` and what it runs. Errors leave by
/// exception; main() maps them to exit codes.
namespace marrow::cli {

void add_bench_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_encode_command(CLI::App& app);
void add_index_command(CLI::App& app);
void add_run_command(CLI::App& app);
void add_evaluate_command(CLI::App& app);
void add_search_command(CLI::App& app);
void add_tokenize_command(CLI::App& app);
void add_config_command(CLI::App& app);
void add_models_command(CLI::App& app);
void add_datasets_command(CLI::App& app);

/// `--config FILE` and `--set KEY=VALUE`, for every command that takes settings.
void add_config_options(CLI::App& command, std::string& file, std::vector<std::string>& assignments);
/// The configuration that those options give: the file's over the defaults, the assignments over both.
Config load_config(const std::string& file, const std::vector<std::string>& assignments);

}  // namespace marrow::cli
