#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

/// Where tests find what is not in the repository.
namespace marrow::test {

/// The folder of collections and goldens: MARROW_SHARED, by default ../shared beside the checkout.
inline std::filesystem::path shared_folder() {
  const char* const given = std::getenv("MARROW_SHARED");
  return given != nullptr ? std::filesystem::path(given)
                          : std::filesystem::path(MARROW_SOURCE_DIR).parent_path() / "shared";
}

/// In CI a missing collection, golden or model is a failure; elsewhere a loud skip.
inline bool must_have_everything() {
  const char* const ci = std::getenv("CI");
  return ci != nullptr && std::string(ci) == "true";
}

}  // namespace marrow::test

/// Skips the test loudly (fails it in CI) when `needed`, a path, does not exist.
#define MARROW_REQUIRE_FILE(needed)                                                           \
  do {                                                                                        \
    if (const std::filesystem::path required_{needed}; !std::filesystem::exists(required_)) { \
      if (marrow::test::must_have_everything()) FAIL() << "missing: " << required_;           \
      GTEST_SKIP() << "SKIPPED, missing: " << required_;                                      \
    }                                                                                         \
  } while (false)
