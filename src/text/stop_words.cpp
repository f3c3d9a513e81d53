#include "text/stop_words.h"

#include <algorithm>
#include <cstdint>

namespace marrow {
namespace {

constexpr std::size_t kLongestStopWord = 5;

/// A word of at most seven bytes and its length as one number, so that comparing is one instruction.
constexpr std::uint64_t packed(std::string_view word) noexcept {
  std::uint64_t number = word.size();
  for (const char letter : word) number = (number << 8) | static_cast<unsigned char>(letter);
  return number;
}

constexpr auto kPackedStopWords = [] {
  std::array<std::uint64_t, kEnglishStopWords.size()> numbers{};
  std::transform(kEnglishStopWords.begin(), kEnglishStopWords.end(), numbers.begin(), packed);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}();

}  // namespace

bool is_english_stop_word(std::string_view word) noexcept {
  return word.size() <= kLongestStopWord &&
         std::binary_search(kPackedStopWords.begin(), kPackedStopWords.end(), packed(word));
}

}  // namespace marrow
