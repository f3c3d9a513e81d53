#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "text/utf8.h"

/// What Unicode says about code points, from utf8proc: normal forms, case, categories. The same on every
/// machine and under every locale. Code points that are not Unicode scalar values count as unassigned.
/// Thread safety: pure functions.
namespace marrow {

/// Unicode's General_Category. The two-letter code stands beside each name.
enum class GeneralCategory : std::uint8_t {
  unassigned,             ///< Cn
  uppercase_letter,       ///< Lu
  lowercase_letter,       ///< Ll
  titlecase_letter,       ///< Lt
  modifier_letter,        ///< Lm
  other_letter,           ///< Lo
  nonspacing_mark,        ///< Mn
  spacing_mark,           ///< Mc
  enclosing_mark,         ///< Me
  decimal_number,         ///< Nd
  letter_number,          ///< Nl
  other_number,           ///< No
  connector_punctuation,  ///< Pc
  dash_punctuation,       ///< Pd
  open_punctuation,       ///< Ps
  close_punctuation,      ///< Pe
  initial_punctuation,    ///< Pi
  final_punctuation,      ///< Pf
  other_punctuation,      ///< Po
  math_symbol,            ///< Sm
  currency_symbol,        ///< Sc
  modifier_symbol,        ///< Sk
  other_symbol,           ///< So
  space_separator,        ///< Zs
  line_separator,         ///< Zl
  paragraph_separator,    ///< Zp
  control,                ///< Cc
  format,                 ///< Cf
  surrogate,              ///< Cs
  private_use,            ///< Co
};

GeneralCategory general_category(char32_t code_point) noexcept;

constexpr bool is_letter(GeneralCategory c) noexcept {
  return c >= GeneralCategory::uppercase_letter && c <= GeneralCategory::other_letter;
}
constexpr bool is_mark(GeneralCategory c) noexcept {
  return c >= GeneralCategory::nonspacing_mark && c <= GeneralCategory::enclosing_mark;
}
constexpr bool is_number(GeneralCategory c) noexcept {
  return c >= GeneralCategory::decimal_number && c <= GeneralCategory::other_number;
}
constexpr bool is_punctuation(GeneralCategory c) noexcept {
  return c >= GeneralCategory::connector_punctuation && c <= GeneralCategory::other_punctuation;
}
constexpr bool is_symbol(GeneralCategory c) noexcept {
  return c >= GeneralCategory::math_symbol && c <= GeneralCategory::other_symbol;
}
/// Category C: control, format, surrogate, private use, unassigned.
constexpr bool is_other(GeneralCategory c) noexcept {
  return c == GeneralCategory::unassigned || c >= GeneralCategory::control;
}

/// Unicode's White_Space property, which also holds tab, line feed, U+0085 and U+00A0.
bool is_white_space(char32_t code_point) noexcept;

/// The simple lower-case mapping: always one code point; U+0130 gives `i`.
char32_t to_lower_case(char32_t code_point) noexcept;

/// Appends the full lower-case mapping without context or language: U+0130 gives `i` and U+0307, every
/// other code point its simple mapping; a sigma at a word's end stays the ordinary sigma.
void append_lower_case(std::u32string& out, char32_t code_point);

/// Canonical_Combining_Class: 0 for starters, otherwise the weight by which marks are ordered.
std::uint8_t combining_class(char32_t code_point) noexcept;

/// The longest full decomposition of one code point, compatibility ones included (U+FDFA).
constexpr std::size_t kLongestDecomposition = 18;

/// Writes the full canonical decomposition of one code point (itself when it has none) and returns the
/// written part of `room`. Hangul syllables give their two or three letters.
std::span<const char32_t> canonical_decomposition(char32_t code_point,
                                                  std::span<char32_t, kLongestDecomposition> room) noexcept;

/// Sorts each run of marks by combining class, equal ones in their order, as all normal forms ask.
/// O(n log n) in the longest run of marks, linear in the rest.
void order_combining_marks(std::span<char32_t> code_points);

/// Normalization forms of a whole text (Unicode Standard Annex #15), in the time of order_combining_marks.
std::u32string to_nfd(std::u32string_view code_points);
std::u32string to_nfc(std::u32string_view code_points);
std::u32string to_nfkd(std::u32string_view code_points);
std::u32string to_nfkc(std::u32string_view code_points);

/// The Unicode version of the tables behind this header, for example "15.0.0".
std::string_view unicode_version() noexcept;

}  // namespace marrow
