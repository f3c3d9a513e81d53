#pragma once

#include <cstdint>
#include <string>

/// The character classes of BERT's tokenizer, code point for code point as Hugging Face's `tokenizers`
/// 0.23.3 has them. Its categories are those of Unicode 8: marks and punctuation that came later are
/// ordinary letters to it, so the classes are tables here and do not follow the Unicode library.
/// Thread safety: pure functions.
namespace marrow::bert {

/// What cleaning deletes: NUL, U+FFFD, control, format and private-use characters, but not tab, line feed
/// and carriage return, which are white space.
bool is_removed(char32_t code_point) noexcept;

/// CJK ideographs, each of which is set between blanks. Kana and Hangul are not among them.
bool is_chinese(char32_t code_point) noexcept;

/// ASCII punctuation (with symbols such as `$`, `+`, `<`) and category P: always a word of its own.
bool is_punctuation(char32_t code_point) noexcept;

/// Category Mn: what accent stripping deletes after decomposition.
bool is_nonspacing_mark(char32_t code_point) noexcept;

/// The class by which canonical order sorts marks; 0 for what stays in its place.
std::uint8_t combining_class(char32_t code_point) noexcept;

/// Appends the lower case of one code point; U+0130 gives two. No language, no context.
void append_lower_case(std::u32string& out, char32_t code_point);

}  // namespace marrow::bert
