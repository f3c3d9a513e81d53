#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/tokenizer_spec.h"
#include "io/json.h"
#include "tests/support/paths.h"

/// The small vocabulary that goldens and faults of WordPiece share, and its options by name.
namespace marrow::test {

inline std::filesystem::path wordpiece_golden_folder() {
  return std::filesystem::path(MARROW_SOURCE_DIR) / "tests/golden/wordpiece";
}

/// A spec with this vocabulary, whose first five entries are BERT's special tokens.
inline TokenizerSpec spec_of(std::vector<std::string> vocabulary) {
  TokenizerSpec spec;
  spec.vocabulary = std::move(vocabulary);
  for (std::int32_t id = 0; id < 5; ++id) {
    spec.added_tokens.push_back({spec.vocabulary[static_cast<std::size_t>(id)], id, true});
  }
  return spec;
}

inline std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The golden tokenizer of that name, for example "uncased".
inline TokenizerSpec golden_spec(const std::string& name) {
  TokenizerSpec spec = spec_of(lines_of(wordpiece_golden_folder() / "vocabulary.txt"));
  const Json options = read_json_file(wordpiece_golden_folder() / "options.json").at(name);
  spec.lowercase = options.value("lowercase", true);
  spec.strip_accents = options.value("strip_accents", spec.lowercase);
  spec.clean_text = options.value("clean_text", true);
  spec.handle_chinese_chars = options.value("handle_chinese_chars", true);
  return spec;
}

}  // namespace marrow::test
