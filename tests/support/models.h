#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/paths.h"

namespace marrow::test {

/// Where `marrow models pull` leaves models: MARROW_MODELS, by default build/models in the checkout.
inline std::filesystem::path models_folder() {
  const char* const given = std::getenv("MARROW_MODELS");
  return given != nullptr ? std::filesystem::path(given)
                          : std::filesystem::path(MARROW_SOURCE_DIR) / "build" / "models";
}

/// The folder of one named model, for example "all-MiniLM-L6-v2"; it need not exist.
inline std::filesystem::path model_folder(const std::string& name) { return models_folder() / name; }

}  // namespace marrow::test

/// Skips the test loudly (fails it in CI) when the model is not there.
#define MARROW_REQUIRE_MODEL(name) MARROW_REQUIRE_FILE(marrow::test::model_folder(name) / "config.json")
