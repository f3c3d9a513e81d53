#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// UTF-8 as every tokenizer here reads it: any bytes are text. Where bytes are not UTF-8, each longest
/// beginning of a possible sequence, or else each single byte, counts as one U+FFFD (Unicode, "substitution
/// of maximal subparts", as Java, Python and web browsers do). Surrogates, values above U+10FFFF and
/// sequences longer than needed are not UTF-8. Thread safety: pure functions.
namespace marrow {

constexpr char32_t kReplacementCharacter = U'\uFFFD';

/// One code point as it stands in a text.
struct DecodedCodePoint {
  char32_t value = 0;        ///< a Unicode scalar value; kReplacementCharacter for bytes that are not UTF-8
  std::uint32_t length = 0;  ///< its bytes in the text, 1 to 4
};

/// The code point of two or more bytes at `text[offset]`; broken UTF-8 as above.
DecodedCodePoint decode_long_utf8(std::string_view text, std::size_t offset) noexcept;

/// The code point that begins at `text[offset]`. `offset` is less than text.size().
inline DecodedCodePoint decode_utf8(std::string_view text, std::size_t offset) noexcept {
  const auto first = static_cast<unsigned char>(text[offset]);
  return first < 0x80 ? DecodedCodePoint{first, 1} : decode_long_utf8(text, offset);
}

/// Appends a Unicode scalar value; anything else appends U+FFFD.
void append_utf8(std::string& out, char32_t code_point);

/// The whole text as code points.
std::u32string to_utf32(std::string_view text);
/// The inverse of to_utf32 on valid UTF-8.
std::string to_utf8(std::u32string_view code_points);

/// The whole text in UTF-16, and back; surrogates without their partner become U+FFFD.
std::u16string to_utf16(std::string_view text);
std::string to_utf8(std::u16string_view units);

bool is_valid_utf8(std::string_view text) noexcept;

}  // namespace marrow
