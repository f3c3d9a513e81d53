#pragma once

#include <array>
#include <string_view>

namespace marrow {

/// The English stop words of Lucene's EnglishAnalyzer, ascending. None is longer than five letters.
inline constexpr std::array<std::string_view, 33> kEnglishStopWords = {
    "a",   "an",    "and",  "are",   "as",    "at",   "be",   "but", "by",  "for",  "if",
    "in",  "into",  "is",   "it",    "no",    "not",  "of",   "on",  "or",  "such", "that",
    "the", "their", "then", "there", "these", "they", "this", "to",  "was", "will", "with"};

/// Whether `word`, in lower case, is one of kEnglishStopWords.
bool is_english_stop_word(std::string_view word) noexcept;

}  // namespace marrow
