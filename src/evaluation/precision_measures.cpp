#include <algorithm>
#include <cmath>

#include "evaluation/measure_values.h"

namespace marrow::measure {
namespace {

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// What trec_eval puts under a logarithm for a query that scores 0.
constexpr double kSmallestGeometricValue = 1e-5;

/// Sum of the precisions at the relevant documents among the first `depth`.
double precision_sum(const JudgedRanking& ranking, std::size_t depth) {
  double sum = 0.0;
  std::size_t relevant = 0;
  for (std::size_t i = 0; i < std::min(depth, ranking.hit_count()); ++i) {
    if (ranking.is_relevant(i)) sum += ratio(++relevant, i + 1);
  }
  return sum;
}

double average_precision_within(const JudgedRanking& ranking, std::size_t depth) {
  const std::size_t relevant = ranking.judgements.relevant;
  return relevant == 0 ? 0.0 : precision_sum(ranking, depth) / static_cast<double>(relevant);
}

/// The rank (from 1) of the first relevant document among the first `depth`; 0 when there is none.
std::size_t first_relevant_rank(const JudgedRanking& ranking, std::size_t depth) {
  for (std::size_t i = 0; i < std::min(depth, ranking.hit_count()); ++i) {
    if (ranking.is_relevant(i)) return i + 1;
  }
  return 0;
}

/// Multiples of R and, in version 9, recall levels become whole numbers of documents in this way.
std::size_t truncated(double share, std::size_t relevant) {
  return static_cast<std::size_t>(share * static_cast<double>(relevant) + 0.9);
}

/// How many relevant documents make up the recall level `share`.
std::size_t documents_at_level(const JudgedRanking& ranking, double share) {
  const std::size_t relevant = ranking.judgements.relevant;
  if (ranking.version == TrecEvalVersion::v9) return truncated(share, relevant);
  return static_cast<std::size_t>(std::lround(share * static_cast<double>(relevant)));
}

/// The best precision at or behind the `wanted`-th relevant document; 0 when fewer were retrieved.
double precision_from(const JudgedRanking& ranking, std::size_t wanted) {
  double best = 0.0;
  std::size_t relevant = 0;
  for (std::size_t i = 0; i < ranking.hit_count(); ++i) {
    if (!ranking.is_relevant(i)) continue;
    if (++relevant >= wanted) best = std::max(best, ratio(relevant, i + 1));
  }
  return best;
}

}  // namespace

double query_count(const JudgedRanking&, const Measure&) { return 1.0; }

double retrieved_count(const JudgedRanking& ranking, const Measure&) {
  return static_cast<double>(ranking.hit_count());
}

double relevant_count(const JudgedRanking& ranking, const Measure&) {
  return static_cast<double>(ranking.judgements.relevant);
}

double relevant_retrieved_count(const JudgedRanking& ranking, const Measure&) {
  return static_cast<double>(ranking.relevant_retrieved());
}

double nonrelevant_judged_count(const JudgedRanking& ranking, const Measure&) {
  return static_cast<double>(std::count_if(ranking.grades.begin(), ranking.grades.end(), [&](int grade) {
    return grade >= 0 && grade < ranking.relevance_level;
  }));
}

double average_precision(const JudgedRanking& ranking, const Measure&) {
  return average_precision_within(ranking, ranking.hit_count());
}

double average_precision_at(const JudgedRanking& ranking, const Measure& measure) {
  return average_precision_within(ranking, measure.cutoff());
}

double log_average_precision(const JudgedRanking& ranking, const Measure& measure) {
  return std::log(std::max(average_precision(ranking, measure), kSmallestGeometricValue));
}

double log_binary_preference(const JudgedRanking& ranking, const Measure& measure) {
  return std::log(std::max(binary_preference(ranking, measure), kSmallestGeometricValue));
}

double r_precision(const JudgedRanking& ranking, const Measure&) {
  const std::size_t relevant = ranking.judgements.relevant;
  return ratio(ranking.relevant_within(relevant), relevant);
}

double r_precision_multiple(const JudgedRanking& ranking, const Measure& measure) {
  const std::size_t depth = truncated(measure.numbers.front(), ranking.judgements.relevant);
  return ratio(ranking.relevant_within(depth), depth);
}

double reciprocal_rank(const JudgedRanking& ranking, const Measure&) {
  const std::size_t rank = first_relevant_rank(ranking, ranking.hit_count());
  return rank == 0 ? 0.0 : ratio(1, rank);
}

double reciprocal_rank_at(const JudgedRanking& ranking, const Measure& measure) {
  const std::size_t rank = first_relevant_rank(ranking, measure.cutoff());
  return rank == 0 ? 0.0 : ratio(1, rank);
}

double precision_at(const JudgedRanking& ranking, const Measure& measure) {
  return ratio(ranking.relevant_within(measure.cutoff()), measure.cutoff());
}

double recall_at(const JudgedRanking& ranking, const Measure& measure) {
  return ratio(ranking.relevant_within(measure.cutoff()), ranking.judgements.relevant);
}

double relative_precision_at(const JudgedRanking& ranking, const Measure& measure) {
  return ratio(ranking.relevant_within(measure.cutoff()),
               std::min(measure.cutoff(), ranking.judgements.relevant));
}

double success_at(const JudgedRanking& ranking, const Measure& measure) {
  return first_relevant_rank(ranking, measure.cutoff()) == 0 ? 0.0 : 1.0;
}

double interpolated_precision(const JudgedRanking& ranking, const Measure& measure) {
  return precision_from(ranking, documents_at_level(ranking, measure.numbers.front()));
}

double average_interpolated_precision(const JudgedRanking& ranking, const Measure& measure) {
  double sum = 0.0;
  // From the highest level down, so that the sum rounds as trec_eval's does.
  for (auto level = measure.numbers.rbegin(); level != measure.numbers.rend(); ++level) {
    sum += precision_from(ranking, documents_at_level(ranking, *level));
  }
  return sum / static_cast<double>(measure.numbers.size());
}

}  // namespace marrow::measure
