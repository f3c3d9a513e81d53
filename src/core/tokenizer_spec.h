#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace marrow {

/// A tokenizer as data: what `src/models` reads from a model folder and `src/text` builds from.
/// BERT's WordPiece; the names are those of Hugging Face's tokenizer.json.
struct TokenizerSpec {
  std::vector<std::string> vocabulary;  ///< by token id
  bool lowercase = true;
  /// Unset in a file means "as lowercase".
  bool strip_accents = true;
  bool clean_text = true;
  bool handle_chinese_chars = true;
  std::string continuation_prefix = "##";
  std::uint32_t max_word_code_points = 100;
  std::string unknown_token = "[UNK]";
  std::string classification_token = "[CLS]";
  std::string separator_token = "[SEP]";
  std::string padding_token = "[PAD]";
  std::string mask_token = "[MASK]";
};

}  // namespace marrow
