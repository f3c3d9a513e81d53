#include "text/bert_characters.h"

#include <algorithm>
#include <array>
#include <span>

#include "text/normalizer.h"

namespace marrow::bert {
namespace {

/// First and last code point, both included.
struct Range {
  char32_t first;
  char32_t last;
};

struct Mapping {
  char32_t from;
  char32_t to;
};

#include "text/bert_characters.inc"

constexpr bool contains(std::span<const Range> ranges, char32_t code_point) noexcept {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code_point,
                                      [](char32_t value, const Range& range) { return value < range.first; });
  return after != ranges.begin() && code_point <= std::prev(after)->last;
}

/// The answers for Latin text, where nearly all questions are asked.
using Latin = std::array<bool, 256>;

constexpr Latin latin_of(std::span<const Range> ranges) noexcept {
  Latin answers{};
  for (char32_t c = 0; c < answers.size(); ++c) answers[c] = contains(ranges, c);
  return answers;
}

constexpr Latin kLatinRemoved = latin_of(kRemoved);
constexpr Latin kLatinPunctuation = latin_of(kPunctuation);

}  // namespace

bool is_removed(char32_t code_point) noexcept {
  return code_point < kLatinRemoved.size() ? kLatinRemoved[code_point] : contains(kRemoved, code_point);
}

bool is_chinese(char32_t code_point) noexcept {
  return code_point >= kChinese[0].first && contains(kChinese, code_point);
}

bool is_punctuation(char32_t code_point) noexcept {
  return code_point < kLatinPunctuation.size() ? kLatinPunctuation[code_point]
                                               : contains(kPunctuation, code_point);
}

bool is_nonspacing_mark(char32_t code_point) noexcept {
  return code_point >= kNonspacingMark[0].first && contains(kNonspacingMark, code_point);
}

std::uint8_t combining_class(char32_t code_point) noexcept {
  if (code_point < kNonspacingMark[0].first) return 0;
  return contains(kUnordered, code_point) ? 0 : marrow::combining_class(code_point);
}

void append_lower_case(std::u32string& out, char32_t code_point) {
  if (code_point < 0x80) {
    out += code_point >= U'A' && code_point <= U'Z' ? code_point + (U'a' - U'A') : code_point;
    return;
  }
  const auto* const newer =
      std::lower_bound(std::begin(kNewerLowerCase), std::end(kNewerLowerCase), code_point,
                       [](const Mapping& mapping, char32_t value) { return mapping.from < value; });
  if (newer != std::end(kNewerLowerCase) && newer->from == code_point) {
    out += newer->to;
  } else {
    marrow::append_lower_case(out, code_point);
  }
}

}  // namespace marrow::bert
