#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "io/json.h"

namespace marrow {

/// A JSON object of settings from a model folder, read with messages that name the file, the setting and its
/// value. A setting that is null counts as absent. Thread safety: immutable, freely shared.
class ConfigFile {
 public:
  /// Throws not_found, io, or bad_input when the file is not one JSON object.
  explicit ConfigFile(const std::filesystem::path& path);
  ConfigFile(std::string source, Json object);

  /// None when there is no such file.
  static std::optional<ConfigFile> if_present(const std::filesystem::path& path);

  // Each throws bad_input when the setting has another type or leaves its range, and, without a default, when
  // it is absent. Whole numbers are at least `least` and below 2^31.
  std::size_t natural(std::string_view key, std::size_t least = 1) const;
  std::size_t natural_or(std::string_view key, std::size_t fallback, std::size_t least = 1) const;
  double positive(std::string_view key) const;
  bool flag_or(std::string_view key, bool fallback) const;
  std::string text_or(std::string_view key, std::string_view fallback) const;

  /// Null when absent.
  const Json* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }

  /// Throws bad_input: `source: setting KEY is VALUE, expected EXPECTED`.
  [[noreturn]] void refuse(std::string_view key, const std::string& expected) const;

  const std::string& source() const noexcept { return source_; }

 private:
  std::string source_;
  Json object_;
};

}  // namespace marrow
