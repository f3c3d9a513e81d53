#include "environment.h"

#include <cstdlib>

#include "marrow/error.h"

namespace marrow::cli {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string user_cache_folder() {
  if (const std::string cache = environment("XDG_CACHE_HOME"); !cache.empty()) return cache + "/marrow";
  const std::string home = environment("HOME");
  if (home.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "no folder to keep things in: HOME is not set; name one by option or set XDG_CACHE_HOME");
  }
  return home + "/.cache/marrow";
}

void add_models_option(CLI::App& command, std::string& folder) {
  command
      .add_option("--models-dir", folder,
                  "where models are kept; default: MARROW_MODELS, else models in the user's cache")
      ->type_name("FOLDER");
}

std::string models_folder_of(const std::string& given) {
  if (!given.empty()) return given;
  const std::string folder = environment("MARROW_MODELS");
  return folder.empty() ? user_cache_folder() + "/models" : folder;
}

}  // namespace marrow::cli
