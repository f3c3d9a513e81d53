#pragma once

#include <CLI/CLI.hpp>
#include <string>

/// What the commands read from the environment; the library never does.
namespace marrow::cli {

/// A variable's value; empty when it is not set.
std::string environment(const char* name);

/// marrow in XDG_CACHE_HOME or in ~/.cache. Throws invalid_argument when not even HOME is set.
std::string user_cache_folder();

/// `--models-dir FOLDER`, for every command that takes a model.
void add_models_option(CLI::App& command, std::string& folder);

/// Where models are kept: what --models-dir gave, else MARROW_MODELS, else `models` in the user's cache.
std::string models_folder_of(const std::string& given);

}  // namespace marrow::cli
