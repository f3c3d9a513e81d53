#include <yaml-cpp/yaml.h>

#include "engine/config.h"
#include "io/mapped_file.h"
#include "marrow/error.h"

/// config.yaml into a Config. The only file that includes the YAML library.
namespace marrow {
namespace {

std::string place_of(const YAML::Mark& mark, std::string_view source) {
  return std::string(source) + ':' + std::to_string(mark.line + 1) + ':' + std::to_string(mark.column + 1);
}

/// A scalar, or a list of scalars as "[a, b]".
std::string text_of(const YAML::Node& node, std::string_view source) {
  if (node.IsScalar()) return node.Scalar();
  if (node.IsNull()) return "";
  if (!node.IsSequence()) {
    throw Error(ErrorCode::bad_input,
                place_of(node.Mark(), source) + ": expected a value or a list of values");
  }
  std::string out;
  for (const auto& item : node) {
    if (!item.IsScalar()) {
      throw Error(ErrorCode::bad_input,
                  place_of(item.Mark(), source) + ": a list may hold plain values only");
    }
    out += (out.empty() ? "" : ", ") + item.Scalar();
  }
  return '[' + out + ']';
}

void read_section(Config& config, const std::string& section, const YAML::Node& entries,
                  std::string_view source) {
  if (!entries.IsMap()) {
    throw Error(ErrorCode::bad_input, place_of(entries.Mark(), source) + ": section " + quote(section) +
                                          " must hold `key: value` lines");
  }
  for (const auto& entry : entries) {
    const std::string key = section + '.' + entry.first.as<std::string>();
    config.set(key, text_of(entry.second, source), place_of(entry.first.Mark(), source));
  }
}

}  // namespace

Config parse_config(std::string_view yaml, std::string_view source) {
  Config config;
  try {
    const YAML::Node root = YAML::Load(std::string(yaml));
    if (root.IsNull()) return config;
    if (!root.IsMap())
      throw Error(ErrorCode::bad_input, std::string(source) + ":1:1: expected sections of settings");
    for (const auto& section : root) {
      if (!section.second.IsNull())
        read_section(config, section.first.as<std::string>(), section.second, source);
    }
  } catch (const YAML::Exception& error) {
    throw Error(ErrorCode::bad_input, place_of(error.mark, source) + ": not YAML: " + error.msg);
  }
  config.validate();
  return config;
}

Config read_config(const std::string& path) {
  const MappedFile file(path);
  return parse_config({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()}, path);
}

}  // namespace marrow
