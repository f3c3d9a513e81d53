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
double precision_sum(const RankedQuery& query, std::size_t depth) {
  double sum = 0.0;
  std::size_t relevant = 0;
  for (std::size_t i = 0; i < std::min(depth, query.hit_count()); ++i) {
    if (query.is_relevant(i)) sum += ratio(++relevant, i + 1);
  }
  return sum;
}

double average_precision_within(const RankedQuery& query, std::size_t depth) {
  const std::size_t relevant = query.judgements.relevant;
  return relevant == 0 ? 0.0 : precision_sum(query, depth) / static_cast<double>(relevant);
}

/// The rank (from 1) of the first relevant document among the first `depth`; 0 when there is none.
std::size_t first_relevant_rank(const RankedQuery& query, std::size_t depth) {
  for (std::size_t i = 0; i < std::min(depth, query.hit_count()); ++i) {
    if (query.is_relevant(i)) return i + 1;
  }
  return 0;
}

/// Multiples of R and, in version 9, recall levels become whole numbers of documents in this way.
std::size_t truncated(double share, std::size_t relevant) {
  return static_cast<std::size_t>(share * static_cast<double>(relevant) + 0.9);
}

/// How many relevant documents make up the recall level `share`.
std::size_t documents_at_level(const RankedQuery& query, double share) {
  const std::size_t relevant = query.judgements.relevant;
  if (query.version == TrecEvalVersion::v9) return truncated(share, relevant);
  return static_cast<std::size_t>(std::lround(share * static_cast<double>(relevant)));
}

/// The best precision at or behind the `wanted`-th relevant document; 0 when fewer were retrieved.
double precision_from(const RankedQuery& query, std::size_t wanted) {
  double best = 0.0;
  std::size_t relevant = 0;
  for (std::size_t i = 0; i < query.hit_count(); ++i) {
    if (!query.is_relevant(i)) continue;
    if (++relevant >= wanted) best = std::max(best, ratio(relevant, i + 1));
  }
  return best;
}

}  // namespace

double query_count(const RankedQuery&, const Measure&) { return 1.0; }

double retrieved_count(const RankedQuery& query, const Measure&) {
  return static_cast<double>(query.hit_count());
}

double relevant_count(const RankedQuery& query, const Measure&) {
  return static_cast<double>(query.judgements.relevant);
}

double relevant_retrieved_count(const RankedQuery& query, const Measure&) {
  return static_cast<double>(query.relevant_retrieved());
}

double nonrelevant_judged_count(const RankedQuery& query, const Measure&) {
  return static_cast<double>(std::count_if(query.grades.begin(), query.grades.end(), [&](int grade) {
    return grade >= 0 && grade < query.relevance_level;
  }));
}

double average_precision(const RankedQuery& query, const Measure&) {
  return average_precision_within(query, query.hit_count());
}

double average_precision_at(const RankedQuery& query, const Measure& measure) {
  return average_precision_within(query, measure.cutoff());
}

double log_average_precision(const RankedQuery& query, const Measure& measure) {
  return std::log(std::max(average_precision(query, measure), kSmallestGeometricValue));
}

double log_binary_preference(const RankedQuery& query, const Measure& measure) {
  return std::log(std::max(binary_preference(query, measure), kSmallestGeometricValue));
}

double r_precision(const RankedQuery& query, const Measure&) {
  const std::size_t relevant = query.judgements.relevant;
  return ratio(query.relevant_within(relevant), relevant);
}

double r_precision_multiple(const RankedQuery& query, const Measure& measure) {
  const std::size_t depth = truncated(measure.numbers.front(), query.judgements.relevant);
  return ratio(query.relevant_within(depth), depth);
}

double reciprocal_rank(const RankedQuery& query, const Measure&) {
  const std::size_t rank = first_relevant_rank(query, query.hit_count());
  return rank == 0 ? 0.0 : ratio(1, rank);
}

double reciprocal_rank_at(const RankedQuery& query, const Measure& measure) {
  const std::size_t rank = first_relevant_rank(query, measure.cutoff());
  return rank == 0 ? 0.0 : ratio(1, rank);
}

double precision_at(const RankedQuery& query, const Measure& measure) {
  return ratio(query.relevant_within(measure.cutoff()), measure.cutoff());
}

double recall_at(const RankedQuery& query, const Measure& measure) {
  return ratio(query.relevant_within(measure.cutoff()), query.judgements.relevant);
}

double relative_precision_at(const RankedQuery& query, const Measure& measure) {
  return ratio(query.relevant_within(measure.cutoff()),
               std::min(measure.cutoff(), query.judgements.relevant));
}

double success_at(const RankedQuery& query, const Measure& measure) {
  return first_relevant_rank(query, measure.cutoff()) == 0 ? 0.0 : 1.0;
}

double interpolated_precision(const RankedQuery& query, const Measure& measure) {
  return precision_from(query, documents_at_level(query, measure.numbers.front()));
}

double average_interpolated_precision(const RankedQuery& query, const Measure& measure) {
  double sum = 0.0;
  // From the highest level down, so that the sum rounds as trec_eval's does.
  for (auto level = measure.numbers.rbegin(); level != measure.numbers.rend(); ++level) {
    sum += precision_from(query, documents_at_level(query, *level));
  }
  return sum / static_cast<double>(measure.numbers.size());
}

}  // namespace marrow::measure
