#include "text/plain_tokenizer.h"

#include <array>

#include "text/normalizer.h"

namespace marrow {
namespace {

enum class Kind { separator, word, mark, east_asian };

/// Letters of scripts that are written without blanks: those of the blocks for Chinese, Japanese and Korean.
bool is_east_asian(char32_t letter) noexcept {
  struct Range {
    char32_t first;
    char32_t last;
  };
  static constexpr std::array<Range, 8> ranges = {{
      {0x1100, 0x11FF},    // Hangul Jamo
      {0x3005, 0x9FFF},    // kana, Bopomofo, Hangul compatibility letters, Han
      {0xA960, 0xA97F},    // Hangul Jamo Extended-A
      {0xAC00, 0xD7FF},    // Hangul syllables
      {0xF900, 0xFAFF},    // Han compatibility ideographs
      {0xFF66, 0xFFDC},    // halfwidth kana and Hangul
      {0x1AFF0, 0x1B2FF},  // kana supplements, Nushu
      {0x20000, 0x3FFFF},  // the ideographic planes
  }};
  for (const Range& range : ranges) {
    if (letter >= range.first && letter <= range.last) return true;
  }
  return false;
}

Kind kind_of(char32_t c) noexcept {
  if (c < 0x80) {
    const bool word = (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9');
    return word ? Kind::word : Kind::separator;
  }
  const GeneralCategory category = general_category(c);
  if (is_letter(category)) return is_east_asian(c) ? Kind::east_asian : Kind::word;
  if (is_mark(category)) return Kind::mark;
  return category == GeneralCategory::decimal_number ? Kind::word : Kind::separator;
}

Kind kind_at(std::string_view text, std::size_t at) noexcept {
  return at < text.size() ? kind_of(decode_utf8(text, at).value) : Kind::separator;
}

/// The end of a word of at most `limit` code points that begins at `begin` and goes on as long as `goes_on`
/// says of the next one's kind.
template <class GoesOn>
Word word_from(std::string_view text, std::size_t begin, std::size_t limit, GoesOn goes_on) noexcept {
  Word word{{begin, begin}, true};
  for (std::size_t count = 0; count < limit && word.bytes.end < text.size(); ++count) {
    const DecodedCodePoint c = decode_utf8(text, word.bytes.end);
    if (count > 0 && !goes_on(kind_of(c.value))) break;
    word.bytes.end += c.length;
    word.ascii = word.ascii && c.length == 1;
  }
  return word;
}

bool continues_word(Kind kind) noexcept { return kind == Kind::word || kind == Kind::mark; }
bool continues_letter(Kind kind) noexcept { return kind == Kind::mark; }

}  // namespace

std::optional<Word> PlainTokenizer::next() noexcept {
  while (at_ < text_.size()) {
    const Kind kind = kind_at(text_, at_);
    if (kind == Kind::word) {
      const Word word = word_from(text_, at_, kLongestPlainWord, continues_word);
      at_ = word.bytes.end;
      return word;
    }
    if (kind != Kind::east_asian) {
      at_ += decode_utf8(text_, at_).length;
    } else if (const std::optional<Word> word = east_asian_word()) {
      return word;
    }
  }
  return std::nullopt;
}

std::optional<Word> PlainTokenizer::east_asian_word() noexcept {
  constexpr std::size_t limit = kLongestPlainWord / 2;
  const Word letter = word_from(text_, at_, limit, continues_letter);
  const bool was_paired = paired_;
  paired_ = kind_at(text_, letter.bytes.end) == Kind::east_asian;
  at_ = letter.bytes.end;
  if (paired_)
    return Word{{letter.bytes.begin, word_from(text_, at_, limit, continues_letter).bytes.end}, false};
  if (was_paired) return std::nullopt;
  return letter;
}

}  // namespace marrow
