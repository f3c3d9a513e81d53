#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "text/byte_range.h"

namespace marrow {

/// One term that a text gives.
struct Term {
  std::string_view text;  ///< valid UTF-8, never empty; ends with the call it is passed to
  ByteRange bytes;        ///< the word of the text that it stands for, before anything was taken off
};

/// Turns text into the terms that BM25 counts, for documents and queries alike:
///   english                      words of UAX #29, possessive 's off, lower case, 33 stop words, Porter:
///                                term for term what Lucene 9's EnglishAnalyzer gives
///   standard [stemmer=LANGUAGE]  words of UAX #29, lower case, and Snowball's stemmer when one is named
///   plain                        lower case, runs of letters and digits; East Asian letters in pairs
/// docs/scoring.md says more of each, and how published systems differ.
///
/// Results do not depend on the locale. Any bytes are text. Time is linear in the text.
/// Thread safety: immutable, freely shared.
class Analyzer {
 public:
  /// Builds an analyzer from its line: a name, then options `key=value`, parted by blanks. Throws
  /// invalid_argument for what is unknown, naming the nearest known word, and for a repeated option.
  explicit Analyzer(std::string_view line);

  /// What the index stores: two analyzers with equal lines are equal.
  const std::string& line() const noexcept { return line_; }

  /// Passes the text's terms to `sink`, in order. What `sink` throws ends the analysis.
  void analyze(std::string_view text, const std::function<void(const Term&)>& sink) const;

  /// The text's terms, in order.
  std::vector<std::string> terms(std::string_view text) const;

 private:
  enum class Kind : std::uint8_t { english, plain, standard };

  void set_option(std::string_view option, std::string_view line);

  Kind kind_;
  std::string stemmer_;  ///< Snowball's language; empty for none
  std::string line_;
};

}  // namespace marrow
