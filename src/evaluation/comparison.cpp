#include <algorithm>
#include <cmath>
#include <string>

#include "core/number_text.h"
#include "evaluation/significance.h"
#include "marrow/error.h"
#include "marrow/evaluation.h"

namespace marrow {
namespace {

/// Differences below this are rounding, not a win.
constexpr double kTie = 1e-12;

/// A query that both evaluations cover: its row in each.
struct CommonRow {
  std::size_t baseline;
  std::size_t other;
};

std::vector<CommonRow> common_rows(const Evaluation& baseline, const Evaluation& other) {
  std::vector<CommonRow> rows;
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < baseline.queries.size() && b < other.queries.size()) {
    const int order = baseline.queries[a].compare(other.queries[b]);
    if (order == 0) rows.push_back({a, b});
    a += order <= 0 ? 1 : 0;
    b += order >= 0 ? 1 : 0;
  }
  return rows;
}

Comparison compare_column(std::span<const double> baseline, std::span<const double> other,
                          const ComparisonOptions& options) {
  Comparison result;
  result.query_count = baseline.size();
  std::vector<double> differences(baseline.size());
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = std::abs(other[i] - baseline[i]) <= kTie ? 0.0 : other[i] - baseline[i];
    result.baseline += baseline[i];
    result.other += other[i];
    result.difference += differences[i];
    ++(differences[i] > 0.0 ? result.wins : differences[i] < 0.0 ? result.losses : result.ties);
  }
  const auto count = static_cast<double>(baseline.size());
  result.baseline /= count;
  result.other /= count;
  result.difference /= count;
  result.t_test_p = t_test_p(differences);
  const RandomizationResult test = randomization_test(differences, options.rounds, options.seed);
  result.randomization_p = test.p;
  result.randomization_exact = test.exact;
  const ConfidenceInterval interval =
      bootstrap_interval(differences, options.resamples, options.confidence, options.seed);
  result.interval_low = interval.low;
  result.interval_high = interval.high;
  return result;
}

}  // namespace

void ComparisonOptions::validate() const {
  const auto check = [](bool holds, const std::string& message) {
    if (!holds) throw Error(ErrorCode::invalid_argument, message);
  };
  check(rounds >= 1, "randomisation rounds: expected at least 1, got 0");
  check(resamples >= 1, "bootstrap resamples: expected at least 1, got 0");
  check(confidence > 0.0 && confidence < 1.0,
        "confidence: expected a number between 0 and 1, got " + number_text(confidence));
}

std::vector<Comparison> compare(const Evaluation& baseline, const Evaluation& other,
                                const ComparisonOptions& options) {
  options.validate();
  const std::vector<CommonRow> rows = common_rows(baseline, other);
  if (rows.empty()) throw Error(ErrorCode::invalid_argument, "comparison: no query is covered by both runs");
  std::vector<Comparison> comparisons;
  for (std::size_t column = 0; column < baseline.measures.size(); ++column) {
    const MeasureColumn& measure = baseline.measures[column];
    const auto same = std::find(other.measures.begin(), other.measures.end(), measure);
    if (same == other.measures.end() || measure.summary != SummaryKind::mean) continue;
    const auto other_column = static_cast<std::size_t>(same - other.measures.begin());
    std::vector<double> a;
    std::vector<double> b;
    for (const CommonRow& row : rows) {
      a.push_back(baseline.value(row.baseline, column));
      b.push_back(other.value(row.other, other_column));
    }
    comparisons.push_back(compare_column(a, b, options));
    comparisons.back().measure = measure.name;
  }
  return comparisons;
}

}  // namespace marrow
