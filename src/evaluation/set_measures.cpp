#include <algorithm>

#include "evaluation/measure_values.h"

namespace marrow::measure {
namespace {

/// The answer as a set, in the numbers that the formulas use.
struct Contingency {
  explicit Contingency(const JudgedRanking& ranking)
      : retrieved(static_cast<double>(ranking.hit_count())),
        relevant(static_cast<double>(ranking.judgements.relevant)),
        both(static_cast<double>(ranking.relevant_retrieved())) {}

  double retrieved;
  double relevant;
  double both;  ///< relevant and retrieved
};

}  // namespace

double set_precision(const JudgedRanking& ranking, const Measure&) {
  const Contingency set(ranking);
  return set.both == 0.0 ? 0.0 : set.both / set.retrieved;
}

double set_relative_precision(const JudgedRanking& ranking, const Measure&) {
  const Contingency set(ranking);
  return set.both == 0.0 ? 0.0 : set.both / std::min(set.retrieved, set.relevant);
}

double set_recall(const JudgedRanking& ranking, const Measure&) {
  const Contingency set(ranking);
  return set.both == 0.0 ? 0.0 : set.both / set.relevant;
}

double set_average_precision(const JudgedRanking& ranking, const Measure&) {
  const Contingency set(ranking);
  return set.both == 0.0 ? 0.0 : (set.both * set.both) / (set.retrieved * set.relevant);
}

double set_f(const JudgedRanking& ranking, const Measure& measure) {
  const Contingency set(ranking);
  if (set.both == 0.0) return 0.0;
  const double precision = set.both / set.retrieved;
  const double recall = set.both / set.relevant;
  const double x = measure.numbers.front();
  return (x + 1.0) * precision * recall / (x * precision + recall);
}

double utility(const JudgedRanking& ranking, const Measure& measure) {
  const Contingency set(ranking);
  // The size of the collection is not known here and counts as 0, as in trec_eval without -N.
  const double neither = set.both - set.retrieved - set.relevant;
  return measure.numbers[0] * set.both + measure.numbers[1] * (set.retrieved - set.both) +
         measure.numbers[2] * (set.relevant - set.both) + measure.numbers[3] * neither;
}

}  // namespace marrow::measure
