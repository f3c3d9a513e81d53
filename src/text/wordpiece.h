#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/tokenizer_spec.h"
#include "text/byte_range.h"

namespace marrow {

/// One text, or one pair, as a model reads it. The vectors are equally long.
struct Encoding {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> types;  ///< 0 for the first text and its special tokens, 1 for the second
  std::vector<ByteRange> offsets;   ///< in the text the token is from; empty at 0 for special tokens
  bool truncated = false;           ///< text was cut to fit max_length
  friend bool operator==(const Encoding&, const Encoding&) = default;
};

/// What text that spells a special token, such as "[SEP]", becomes.
enum class SpecialTokenText : std::uint8_t {
  parity,  ///< that token, as the reference library does
  safe,    ///< its plain pieces, so that no text can break the pair layout
};

/// BERT's WordPiece tokenizer, equal id for id to Hugging Face's `tokenizers` with the same spec.
///
/// Any bytes are text: what is not UTF-8 counts as U+FFFD. Time is linear in the text. Source: Schuster and
/// Nakajima, ICASSP 2012, as in BERT (Devlin et al., 2019). Thread safety: immutable, freely shared.
class WordPieceTokenizer {
 public:
  /// Throws bad_input when the vocabulary lacks a special token, an entry is empty, no UTF-8 or stands
  /// twice, or an added token's id is neither its place in the vocabulary nor behind it without a gap.
  explicit WordPieceTokenizer(const TokenizerSpec& spec);
  ~WordPieceTokenizer();
  WordPieceTokenizer(WordPieceTokenizer&&) noexcept;
  WordPieceTokenizer& operator=(WordPieceTokenizer&&) noexcept;

  /// [CLS] text [SEP], at most `max_length` ids. Throws invalid_argument when max_length is below 2.
  Encoding encode(std::string_view text, std::size_t max_length,
                  SpecialTokenText special = SpecialTokenText::safe) const;

  /// [CLS] first [SEP] second [SEP], at most `max_length` ids. Only `second` is cut; but a `first` that
  /// leaves it no room at all is cut too, to what `second` leaves when it takes up to half of the room
  /// for text. Throws invalid_argument when max_length is below 3.
  Encoding encode_pair(std::string_view first, std::string_view second, std::size_t max_length,
                       SpecialTokenText special = SpecialTokenText::safe) const;

  /// The text of token `id`. Throws invalid_argument out of range.
  std::string_view token(std::int32_t id) const;
  /// Ids are below this; added tokens count.
  std::size_t vocabulary_size() const noexcept;
  std::int32_t padding_id() const noexcept;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace marrow
