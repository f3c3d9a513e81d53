#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace marrow {

/// JSON for configuration, model folders, manifests and results. Keeps the order of keys as written.
/// This header is the only one that includes the JSON library. Collections are read by json_lines.
using Json = nlohmann::ordered_json;

/// The same with keys in byte order: for reading files whose objects hold tens of thousands of keys,
/// such as vocabularies, where Json would compare every key with all before it.
using SortedJson = nlohmann::json;

/// Parses strict JSON (no comments, no trailing text). `source` names it in the message.
/// Throws bad_input as source:line:column. Duplicate keys are refused; nesting is limited to 200.
Json parse_json(std::string_view text, std::string_view source);
SortedJson parse_sorted_json(std::string_view text, std::string_view source);

/// Where and why a text is not JSON.
struct JsonProblem {
  std::size_t offset = 0;  ///< bytes before the place where reading stopped
  std::string message;     ///< what was found and what was expected
};

/// The first problem that parse_json would report about `text`'s syntax; nothing when it has none.
std::optional<JsonProblem> find_json_problem(std::string_view text);

/// Throws not_found, io, or as parse_json.
Json read_json_file(const std::filesystem::path& path);

/// `value` as text: indented when `indent` >= 0, UTF-8 unescaped, broken UTF-8 replaced by U+FFFD.
/// Throws invalid_argument when it holds a number that is not finite: JSON has none.
std::string to_text(const Json& value, int indent = -1);

}  // namespace marrow
