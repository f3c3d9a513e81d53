#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "text/word_tokenizer.h"

namespace marrow {

/// No word of the plain analyzer has more code points than this; what is longer is cut.
constexpr std::size_t kLongestPlainWord = 255;

/// The words of a text in the plain way: runs of letters (category L), decimal digits (Nd) and the marks (M)
/// that follow one. Everything else parts words. In a run of Chinese, Japanese or Korean letters each two
/// neighbours are a word, and words overlap; a letter without such a neighbour is a word by itself.
/// A view: the text must outlive it. Time is linear in the text. Thread safety: none.
class PlainTokenizer {
 public:
  explicit PlainTokenizer(std::string_view text) noexcept : text_(text) {}

  /// The next word, or nothing at the end of the text.
  std::optional<Word> next() noexcept;

 private:
  std::optional<Word> east_asian_word() noexcept;

  std::string_view text_;
  std::size_t at_ = 0;
  bool paired_ = false;  ///< the East Asian letter at at_ was the second of a pair
};

}  // namespace marrow
