#include "retrieval/bm25.h"

#include <cmath>
#include <string>

#include "core/number_text.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// Far beyond any use; what is larger could overflow a score.
constexpr double kLargestK1 = 1e6;

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, "bm25: " + message);
}

}  // namespace

LengthPrecision length_precision_of(std::string_view name) {
  if (name == "exact") return LengthPrecision::exact;
  if (name == "lucene") return LengthPrecision::lucene;
  refuse("lengths must be `exact` or `lucene`, got " + quote(name));
}

void Bm25Options::validate() const {
  if (!(k1 >= 0.0 && k1 <= kLargestK1)) refuse("k1 must be in [0, 1e6], got " + number_text(k1));
  if (!(b >= 0.0 && b <= 1.0)) refuse("b must be in [0, 1], got " + number_text(b));
}

Bm25Scorer::Bm25Scorer(const Bm25Options& options, const CollectionStatistics& statistics)
    : unit_count_(static_cast<double>(statistics.unit_count)),
      average_length_(
          statistics.unit_count == 0 ? 0.0 : static_cast<double>(statistics.sum_of_lengths) / unit_count_),
      k1_(options.k1),
      flat_norm_(options.k1 * (1.0 - options.b)),
      norm_per_term_(average_length_ > 0.0 ? options.k1 * options.b / average_length_ : 0.0),
      lengths_(options.lengths) {
  options.validate();
}

double Bm25Scorer::idf(std::uint64_t document_frequency) const noexcept {
  const double df = static_cast<double>(document_frequency);
  return std::log1p((unit_count_ - df + 0.5) / (df + 0.5));
}

double Bm25Scorer::weight(std::uint64_t document_frequency, std::uint32_t times_in_query) const noexcept {
  return times_in_query * idf(document_frequency) * (k1_ + 1.0);
}

}  // namespace marrow
