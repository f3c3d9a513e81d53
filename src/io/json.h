#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace marrow {

/// JSON for configuration, model folders, manifests and results. Keeps the order of keys as written.
/// This header is the only one that includes the JSON library. Collections are read by json_lines.
using Json = nlohmann::ordered_json;

/// Parses strict JSON (no comments, no trailing text). `source` names it in the message.
/// Throws bad_input as source:line:column. Duplicate keys are refused; nesting is limited to 200.
Json parse_json(std::string_view text, std::string_view source);

/// Throws not_found, io, or as parse_json.
Json read_json_file(const std::filesystem::path& path);

/// `value` as text: indented when `indent` >= 0, UTF-8 unescaped, broken UTF-8 replaced by U+FFFD.
/// Throws invalid_argument when it holds a number that is not finite: JSON has none.
std::string to_text(const Json& value, int indent = -1);

}  // namespace marrow
