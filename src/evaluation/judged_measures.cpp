#include <algorithm>

#include "evaluation/measure_values.h"

namespace marrow::measure {
namespace {

/// Keeps the chance that a judged document above is relevant from being 0 or undefined.
constexpr double kInferenceEpsilon = 1e-5;

std::size_t unjudged_within(const JudgedRanking& ranking, std::size_t depth) {
  const std::span<const int> first = ranking.grades.first(std::min(depth, ranking.hit_count()));
  return static_cast<std::size_t>(
      std::count_if(first.begin(), first.end(), [](int grade) { return grade < 0; }));
}

}  // namespace

/// Buckley and Voorhees, SIGIR 2004, as trec_eval has it since 8.0: at most min(R, N) of the judged
/// non-relevant documents above a relevant one count against it.
double binary_preference(const JudgedRanking& ranking, const Measure&) {
  const std::size_t relevant = ranking.judgements.relevant;
  if (relevant == 0) return 0.0;
  const double bound = static_cast<double>(std::min(ranking.judgements.nonrelevant, relevant));
  double sum = 0.0;
  std::size_t nonrelevant_above = 0;
  for (std::size_t i = 0; i < ranking.hit_count(); ++i) {
    if (!ranking.is_judged(i)) continue;
    if (!ranking.is_relevant(i)) {
      ++nonrelevant_above;
    } else if (nonrelevant_above == 0) {
      sum += 1.0;
    } else {
      sum += 1.0 - static_cast<double>(std::min(nonrelevant_above, relevant)) / bound;
    }
  }
  return sum / static_cast<double>(relevant);
}

/// Yilmaz and Aslam, CIKM 2006: the expected precision at each relevant document, where only a sample
/// of the pool was judged. A document that was not pooled counts as not relevant.
double inferred_average_precision(const JudgedRanking& ranking, const Measure&) {
  double sum = 0.0;
  std::size_t relevant_above = 0;
  std::size_t nonrelevant_above = 0;
  std::size_t pooled_unjudged_above = 0;
  for (std::size_t i = 0; i < ranking.hit_count(); ++i) {
    if (ranking.grades[i] == kNotPooled) continue;
    if (ranking.grades[i] == kPooledUnjudged) {
      ++pooled_unjudged_above;
    } else if (!ranking.is_relevant(i)) {
      ++nonrelevant_above;
    } else {
      const auto above = static_cast<double>(i);
      const auto relevant = static_cast<double>(relevant_above);
      const double judged = relevant + static_cast<double>(nonrelevant_above);
      const double pooled = judged + static_cast<double>(pooled_unjudged_above);
      sum += i == 0 ? 1.0
                    : 1.0 / (above + 1.0) +
                          (above / (above + 1.0)) * (pooled / above) *
                              ((relevant + kInferenceEpsilon) / (judged + 2 * kInferenceEpsilon));
      ++relevant_above;
    }
  }
  const std::size_t relevant = ranking.judgements.relevant;
  return relevant == 0 ? 0.0 : sum / static_cast<double>(relevant);
}

/// How much rank-biased precision could rise if every unjudged document, and all behind the ranking's
/// end, were of the highest gain; 0 when nothing retrieved is unjudged.
double rank_biased_residual(const JudgedRanking& ranking, const Measure& measure) {
  const double persistence = measure.numbers.front();
  double sum = 0.0;
  double weight = 1.0;
  for (const int grade : ranking.grades) {
    if (grade < 0) sum += weight;
    weight *= persistence;
  }
  return sum > 0.0 ? weight + (1.0 - persistence) * sum : 0.0;
}

double unjudged_at(const JudgedRanking& ranking, const Measure& measure) {
  return static_cast<double>(unjudged_within(ranking, measure.cutoff())) /
         static_cast<double>(measure.cutoff());
}

/// Of the documents retrieved down to the cutoff, the share that is judged. A short ranking is not
/// filled up: what is not there is neither judged nor unjudged.
double judged_at(const JudgedRanking& ranking, const Measure& measure) {
  const std::size_t depth = std::min(measure.cutoff(), ranking.hit_count());
  if (depth == 0) return 0.0;
  return static_cast<double>(depth - unjudged_within(ranking, depth)) / static_cast<double>(depth);
}

std::string relevance_string(const JudgedRanking& ranking, std::size_t length) {
  std::string text;
  for (const int grade : ranking.grades.first(std::min(length, ranking.hit_count()))) {
    if (grade == kNotPooled) {
      text += '-';
    } else if (grade < 0) {
      text += '.';
    } else {
      text += grade > 9 ? '>' : static_cast<char>('0' + grade);
    }
  }
  return text;
}

}  // namespace marrow::measure
