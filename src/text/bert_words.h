#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/byte_range.h"

namespace marrow {

/// How BERT's tokenizer cleans a text before it is cut into words.
struct BertWordOptions {
  bool clean_text = true;            ///< delete control characters, make white space blanks
  bool handle_chinese_chars = true;  ///< set CJK ideographs between blanks
  bool strip_accents = true;         ///< decompose (NFD), then delete category Mn
  bool lowercase = true;
  std::size_t max_code_points = 100;  ///< a longer word has no text
};

/// One word, or one punctuation character, after cleaning.
struct BertWord {
  std::string text;                ///< UTF-8; empty when the word is longer than the limit
  std::vector<ByteRange> origins;  ///< for each byte of `text`, the source character that it is from
  ByteRange origin;                ///< from the first character's begin to the last one's end
};

/// Cuts a text into the words that WordPiece splits further, as Hugging Face's BertNormalizer and
/// BertPreTokenizer do, one after the other: a caller that has enough stops, and the rest costs nothing.
///
/// A view of the text, which must outlive it. Reading all words takes time linear in the text; memory is
/// bound by the longest run of combining marks. Thread safety: none.
class BertWordReader {
 public:
  /// Origins are places in `text` moved by `offset`.
  BertWordReader(const BertWordOptions& options, std::string_view text, std::size_t offset = 0)
      : options_(options), text_(text), offset_(offset) {}

  /// Reads the next word into `word`. False at the end of the text.
  bool next(BertWord& word);

 private:
  struct Character {
    char32_t value;
    ByteRange origin;
  };
  /// A combining mark that waits for the end of its run, where marks are put into canonical order.
  struct Mark {
    char32_t value;
    std::uint8_t combining_class;
    bool is_expansion;  ///< not the first code point of a decomposition
  };

  bool refill();
  void read_character();
  void normalize(char32_t code_point, ByteRange origin);
  void decompose(char32_t code_point, ByteRange origin);
  void flush_marks();
  void emit(char32_t code_point, ByteRange origin);

  BertWordOptions options_;
  std::string_view text_;
  std::size_t offset_;
  std::size_t position_ = 0;
  std::vector<Character> ready_;  ///< normalised, from ready_next_ on not yet in a word
  std::size_t ready_next_ = 0;
  std::vector<Mark> marks_;
  std::vector<ByteRange> mark_origins_;  ///< of the marks that are no expansions, in text order
  ByteRange last_origin_;
  std::u32string lowered_;
};

}  // namespace marrow
