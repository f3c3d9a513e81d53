#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "text/byte_range.h"

namespace marrow {

/// One word of a text.
struct Word {
  ByteRange bytes;     ///< in the text; valid UTF-8, never empty
  bool ascii = false;  ///< every byte is below 0x80
  friend bool operator==(const Word&, const Word&) = default;
};

/// No word is longer than this many UTF-16 code units; what is longer is cut there and goes on as a new word.
constexpr std::size_t kLongestWordUnits = 255;

/// The words of a text, in order, as Lucene 9's StandardTokenizer finds them: the word boundaries of Unicode
/// Standard Annex #29 (Unicode 12.1) without what is between words. Emoji sequences are words, runs of Thai,
/// Lao, Khmer and Burmese are one word, Han and Hiragana code points one word each. Broken UTF-8 is between
/// words. A view: the text must outlive it. Time is linear in the text. Thread safety: none.
class WordTokenizer {
 public:
  explicit WordTokenizer(std::string_view text) noexcept : text_(text) {}

  /// The next word, or nothing at the end of the text.
  std::optional<Word> next() noexcept;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace marrow
