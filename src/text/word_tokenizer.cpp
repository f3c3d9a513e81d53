#include "text/word_tokenizer.h"

#include <algorithm>
#include <cstdint>

#include "text/utf8.h"
#include "text/word_break_table.h"

namespace marrow {
namespace {

namespace table = word_break;

std::uint32_t class_of(char32_t code_point) noexcept {
  const std::uint32_t block = table::kBlocks[code_point / table::kBlockSize];
  return table::kClasses[block * table::kBlockSize + code_point % table::kBlockSize];
}

std::uint32_t next_state(std::uint32_t state, std::uint32_t character_class) noexcept {
  return table::kNext[state * table::kClassCount + character_class];
}

std::size_t utf16_units(const DecodedCodePoint& c) noexcept { return c.length == 4 ? 2 : 1; }

/// What came of looking for the longest word that begins at one place.
struct Attempt {
  std::size_t end = 0;     ///< where that word ends; 0 when there is none
  bool ascii = true;       ///< the word is
  bool cut_short = false;  ///< the limit on a word's length ended the search
};

Attempt longest_word(std::string_view text, std::size_t begin) noexcept {
  Attempt attempt;
  std::uint32_t state = 0;
  std::size_t units = 0;
  bool ascii = true;
  for (std::size_t at = begin; at < text.size();) {
    const DecodedCodePoint c = decode_utf8(text, at);
    units += utf16_units(c);
    if (units > kLongestWordUnits) {
      attempt.cut_short = true;
      break;
    }
    state = next_state(state, class_of(c.value));
    if (state == table::kDeadState) break;
    at += c.length;
    ascii = ascii && c.length == 1;
    if (table::kAccepting[state]) {
      attempt.end = at;
      attempt.ascii = ascii;
    }
  }
  return attempt;
}

/// A run of code points that has no word in it. A word may begin in it only if it reaches beyond its end.
struct Run {
  std::size_t end = 0;
  std::size_t units = 0;
  std::size_t first_no_joiner = 0;   ///< the end of the joiners at its beginning
  std::size_t trailing_joiners = 0;  ///< the beginning of the joiners at its end
};

Run run_without_words(std::string_view text, std::size_t begin) noexcept {
  Run run{begin, 0, begin, begin};
  while (run.end < text.size()) {
    const DecodedCodePoint c = decode_utf8(text, run.end);
    const std::uint32_t character_class = class_of(c.value);
    if (!table::kNeverWords[character_class]) break;
    const bool joiner = character_class == table::kJoinerClass;
    const bool only_joiners = joiner && run.first_no_joiner == run.end;
    run.end += c.length;
    run.units += utf16_units(c);
    if (only_joiners) run.first_no_joiner = run.end;
    if (!joiner) run.trailing_joiners = run.end;
  }
  return run;
}

/// The first place in the run from which a word of the greatest length reaches the code point behind it.
std::size_t first_place_in_reach(std::string_view text, std::size_t begin, const Run& run) noexcept {
  std::size_t units = run.units + utf16_units(decode_utf8(text, run.end));
  std::size_t at = begin;
  while (units > kLongestWordUnits) {
    const DecodedCodePoint c = decode_utf8(text, at);
    units -= utf16_units(c);
    at += c.length;
  }
  return at;
}

/// Where to look next when no word begins at `begin`: at the next code point, except in runs of connectors
/// and joiners. Those may be long without being words, and reading on from each of their places would take
/// 255 times as long as the run.
std::size_t after_failure(std::string_view text, std::size_t begin, const Attempt& attempt) noexcept {
  const DecodedCodePoint first = decode_utf8(text, begin);
  const std::size_t second = begin + first.length;
  const std::uint32_t first_class = class_of(first.value);
  if (first_class != table::kConnectorClass && first_class != table::kJoinerClass) return second;

  const Run run = run_without_words(text, begin);
  if (run.end == text.size()) return run.end;
  const std::size_t in_reach = first_place_in_reach(text, begin, run);
  if (in_reach > begin) return in_reach;
  if (attempt.cut_short) return second;
  // What ended the search behind the run ends it from each of the run's connectors, or its first joiners.
  return first_class == table::kConnectorClass ? std::max(run.trailing_joiners, second) : run.first_no_joiner;
}

}  // namespace

std::optional<Word> WordTokenizer::next() noexcept {
  while (at_ < text_.size()) {
    const std::size_t begin = at_;
    const Attempt attempt = longest_word(text_, begin);
    if (attempt.end != 0) {
      at_ = attempt.end;
      return Word{{begin, at_}, attempt.ascii};
    }
    at_ = after_failure(text_, begin, attempt);
  }
  return std::nullopt;
}

}  // namespace marrow
