#include "models/config_file.h"

#include <utility>

#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::uint64_t kNaturalLimit = std::uint64_t{1} << 31;

}  // namespace

ConfigFile::ConfigFile(const std::filesystem::path& path) : ConfigFile(path.string(), read_json_file(path)) {}

ConfigFile::ConfigFile(std::string source, Json object)
    : source_(std::move(source)), object_(std::move(object)) {
  if (!object_.is_object()) throw Error(ErrorCode::bad_input, source_ + ": expected a JSON object");
}

std::optional<ConfigFile> ConfigFile::if_present(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  return ConfigFile(path);
}

const Json* ConfigFile::find(std::string_view key) const {
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void ConfigFile::refuse(std::string_view key, const std::string& expected) const {
  const Json* const value = find(key);
  throw Error(ErrorCode::bad_input, source_ + ": setting " + quote(key) + " is " +
                                        (value == nullptr ? "absent" : quote(to_text(*value))) +
                                        ", expected " + expected);
}

std::size_t ConfigFile::natural(std::string_view key, std::size_t least) const {
  const Json* const value = find(key);
  if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() < least ||
      value->get<std::uint64_t>() >= kNaturalLimit)
    refuse(key, "a whole number of at least " + std::to_string(least) + " and below 2147483648");
  return value->get<std::size_t>();
}

std::size_t ConfigFile::natural_or(std::string_view key, std::size_t fallback, std::size_t least) const {
  return has(key) ? natural(key, least) : fallback;
}

double ConfigFile::positive(std::string_view key) const {
  const Json* const value = find(key);
  if (value == nullptr || !value->is_number() || !(value->get<double>() > 0)) refuse(key, "a number above 0");
  return value->get<double>();
}

bool ConfigFile::flag_or(std::string_view key, bool fallback) const {
  const Json* const value = find(key);
  if (value == nullptr) return fallback;
  if (!value->is_boolean()) refuse(key, "true or false");
  return value->get<bool>();
}

std::string ConfigFile::text_or(std::string_view key, std::string_view fallback) const {
  const Json* const value = find(key);
  if (value == nullptr) return std::string(fallback);
  if (!value->is_string()) refuse(key, "a text");
  return value->get<std::string>();
}

}  // namespace marrow
