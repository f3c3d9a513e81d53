#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace marrow {

/// How BM25 sees the length of a unit.
enum class LengthPrecision : std::uint8_t {
  exact,   ///< as counted
  lucene,  ///< rounded down as Lucene stores it, in one byte: see lucene_length()
};

/// Throws invalid_argument unless `name` is "exact" or "lucene".
LengthPrecision length_precision_of(std::string_view name);

/// BM25's free choices. The defaults are those of Anserini's published baselines.
struct Bm25Options {
  double k1 = 0.9;  ///< how slowly repeated terms saturate, in [0, 1e6]; 0: a term counts once
  double b = 0.4;   ///< how much length counts, in [0, 1]
  LengthPrecision lengths = LengthPrecision::exact;
  bool unique_query_terms = false;  ///< a term that the query repeats counts once, not each time

  /// Throws invalid_argument, naming the option and its value.
  void validate() const;
};

/// What BM25 knows of the whole collection, over all segments, live units only.
struct CollectionStatistics {
  std::uint64_t unit_count = 0;
  std::uint64_t sum_of_lengths = 0;
};

/// `length` as Lucene's one-byte norms remember it: exact up to 40; above that, 24 and the first four
/// significant bits of the rest (SmallFloat.byte4ToInt(intToByte4(length))).
constexpr std::uint32_t lucene_length(std::uint32_t length) noexcept {
  constexpr std::uint32_t exact_below = 24;
  if (length < exact_below) return length;
  const std::uint32_t rest = length - exact_below;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(rest));
  const std::uint32_t dropped = bits > 4 ? bits - 4 : 0;
  return exact_below + ((rest >> dropped) << dropped);
}

/// The BM25 formula over one collection:
///
///   share = times in query * idf * f (k1 + 1) / (f + k1 (1 - b + b * length / average length))
///   idf   = ln(1 + (N - df + 0.5) / (df + 0.5))
///
/// f is the term's frequency in the unit, df the number of units that hold it, N of all units. A unit's
/// score is the sum of its terms' shares. The idf is above 0 for every df, so that a match never scores
/// below no match. Source: Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and
/// beyond" (2009); the idf is Lucene's. Computed in double.
/// Thread safety: immutable, freely shared.
class Bm25Scorer {
 public:
  /// Throws what options.validate() throws.
  Bm25Scorer(const Bm25Options& options, const CollectionStatistics& statistics);

  /// 0 in a collection without terms.
  double average_length() const noexcept { return average_length_; }
  double idf(std::uint64_t document_frequency) const noexcept;

  /// What share() needs of a query term: times in query * idf * (k1 + 1).
  double weight(std::uint64_t document_frequency, std::uint32_t times_in_query) const noexcept;
  /// Requires a frequency of at least 1. `length` is the unit's exact length.
  double share(double weight, std::uint32_t frequency, std::uint32_t length) const noexcept {
    const double f = frequency;
    return weight * f / (f + flat_norm_ + norm_per_term_ * effective_length(length));
  }
  /// The formula's second factor alone, for explanations.
  double frequency_part(std::uint32_t frequency, std::uint32_t length) const noexcept {
    return share(k1_ + 1.0, frequency, length);
  }
  /// `length` as the options' precision sees it.
  std::uint32_t effective_length(std::uint32_t length) const noexcept {
    return lengths_ == LengthPrecision::exact ? length : lucene_length(length);
  }

 private:
  double unit_count_;
  double average_length_;
  double k1_;
  double flat_norm_;      // k1 (1 - b)
  double norm_per_term_;  // k1 b / average length
  LengthPrecision lengths_;
};

}  // namespace marrow
