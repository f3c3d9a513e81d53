#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace marrow {

/// A tokenizer as data: what `src/models` reads from a model folder and `src/text` builds from.
/// BERT's WordPiece; the names are those of Hugging Face's tokenizer.json.
struct TokenizerSpec {
  /// A text that is one token wherever it stands, looked for before anything else is done to the text.
  struct AddedToken {
    std::string content;
    std::int32_t id = 0;
    bool special = true;  ///< a separator or the like, which safe text must not be able to spell
    friend bool operator==(const AddedToken&, const AddedToken&) = default;
  };

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
  std::vector<AddedToken> added_tokens;  ///< ids in the vocabulary, or following it without a gap

  friend bool operator==(const TokenizerSpec&, const TokenizerSpec&) = default;
};

}  // namespace marrow
