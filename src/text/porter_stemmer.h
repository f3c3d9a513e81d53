#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace marrow {

/// Which of Porter's two texts is followed.
enum class PorterRules : std::uint8_t {
  paper,    ///< the paper; Snowball's "porter" undoubles fewer letters (trekked: trek, not trekk)
  revised,  ///< Porter's own program, as in Lucene: -bli to -ble, -logi to -log, words of one or two letters
            ///< stay
};

/// Stems a lower-case word in place and returns the stem's length, which is never more than the word's.
/// Letters other than a to z count as consonants. Lucene counts UTF-16 units as letters, so a word with
/// others than ASCII ones is given in UTF-16 where its stems are wanted. Takes time linear in the word.
/// Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980.
/// Thread safety: pure functions.
std::size_t porter_stem(std::span<char> word, PorterRules rules = PorterRules::revised) noexcept;
std::size_t porter_stem(std::span<char16_t> word, PorterRules rules = PorterRules::revised) noexcept;

}  // namespace marrow
