#include <algorithm>
#include <array>
#include <cmath>

#include "evaluation/measure_values.h"

// Jarvelin and Kekalainen, ACM TOIS 20(4), 2002, with trec_eval's discount log2(rank + 1) at every
// rank (the paper does not discount ranks below the logarithm's base). ndcg_rel, Rndcg, G and binG are
// trec_eval's own. rbp: Moffat and Zobel, ACM TOIS 27(1), 2008, with gains mapped into [0, 1].

namespace marrow::measure {
namespace {

/// What the gain of the document at `index` (from 0) is divided by.
double discount(std::size_t index) {
  static const auto table = [] {
    std::array<double, 1024> discounts{};
    for (std::size_t i = 0; i < discounts.size(); ++i) discounts[i] = std::log2(static_cast<double>(i) + 2.0);
    return discounts;
  }();
  return index < table.size() ? table[index] : std::log2(static_cast<double>(index) + 2.0);
}

double linear_gain(int grade) { return grade > 0 ? static_cast<double>(grade) : 0.0; }
double exponential_gain(int grade) { return grade > 0 ? std::ldexp(1.0, grade) - 1.0 : 0.0; }

/// nDCG at `depth` for a gain that rises with the grade, so that levels are already in ideal order.
template <typename Gain>
double ndcg_within(const JudgedRanking& ranking, std::size_t depth, Gain gain) {
  double dcg = 0.0;
  for (std::size_t i = 0; i < std::min(depth, ranking.hit_count()); ++i) {
    if (ranking.grades[i] > 0) dcg += gain(ranking.grades[i]) / discount(i);
  }
  double ideal = 0.0;
  std::size_t i = 0;
  for (const GradeCount& level : ranking.judgements.levels) {
    if (level.grade <= 0) break;
    for (const std::size_t end = i + level.count; i < std::min(end, depth); ++i) {
      ideal += gain(level.grade) / discount(i);
    }
  }
  return ideal > 0.0 ? dcg / ideal : 0.0;
}

struct GainLevel {
  double gain;
  std::size_t count;
};

/// Gains by grade, where a measure may name its own: the grade itself unless replaced.
class Gains {
 public:
  Gains(const JudgedRanking& ranking, const Measure& measure) : replaced_(measure.gains) {
    for (const GradeCount& level : ranking.judgements.levels) {
      if (const double gain = of(level.grade); gain > 0.0) ideal_.push_back({gain, level.count});
    }
    std::stable_sort(ideal_.begin(), ideal_.end(),
                     [](const GainLevel& a, const GainLevel& b) { return a.gain > b.gain; });
  }

  /// Unjudged documents gain nothing.
  double of(int grade) const {
    if (grade < 0) return 0.0;
    for (const GradeGain& one : replaced_) {
      if (one.grade == grade) return one.gain;
    }
    return static_cast<double>(grade);
  }

  /// The gains of the best possible ranking, positive ones only: levels, the best first.
  const std::vector<GainLevel>& ideal() const noexcept { return ideal_; }

 private:
  std::span<const GradeGain> replaced_;
  std::vector<GainLevel> ideal_;
};

/// Walks down the ideal ranking, one document a step.
class IdealRanking {
 public:
  explicit IdealRanking(const Gains& gains) : levels_(gains.ideal()) {}

  /// The gain of the next document; 0 when all that gain are through.
  double next() {
    while (level_ < levels_.size() && used_ == levels_[level_].count) {
      ++level_;
      used_ = 0;
    }
    if (level_ == levels_.size()) return 0.0;
    ++used_;
    return levels_[level_].gain;
  }

 private:
  const std::vector<GainLevel>& levels_;
  std::size_t level_ = 0;
  std::size_t used_ = 0;
};

/// dcg[n] is the discounted gain of the first n documents, for n up to the ranking's length.
std::vector<double> cumulated_dcg(const JudgedRanking& ranking, const Gains& gains) {
  std::vector<double> dcg(ranking.hit_count() + 1, 0.0);
  for (std::size_t i = 0; i < ranking.hit_count(); ++i) {
    const double gain = gains.of(ranking.grades[i]);
    dcg[i + 1] = gain == 0.0 ? dcg[i] : dcg[i] + gain / discount(i);
  }
  return dcg;
}

/// The same for the best possible ranking; its length is the number of documents that gain.
std::vector<double> cumulated_ideal_dcg(const Gains& gains) {
  std::vector<double> dcg(1, 0.0);
  for (const GainLevel& level : gains.ideal()) {
    for (std::size_t n = 0; n < level.count; ++n) {
      dcg.push_back(dcg.back() + level.gain / discount(dcg.size() - 1));
    }
  }
  return dcg;
}

}  // namespace

double ndcg(const JudgedRanking& ranking, const Measure& measure) {
  const Gains gains(ranking, measure);
  const double ideal = cumulated_ideal_dcg(gains).back();
  return ideal > 0.0 ? cumulated_dcg(ranking, gains).back() / ideal : 0.0;
}

double ndcg_at(const JudgedRanking& ranking, const Measure& measure) {
  return ndcg_within(ranking, measure.cutoff(), linear_gain);
}

double exponential_ndcg(const JudgedRanking& ranking, const Measure&) {
  return ndcg_within(ranking, std::numeric_limits<std::size_t>::max(), exponential_gain);
}

double exponential_ndcg_at(const JudgedRanking& ranking, const Measure& measure) {
  return ndcg_within(ranking, measure.cutoff(), exponential_gain);
}

/// nDCG at the rank of each document that gains, averaged over all that could: one that was not
/// retrieved counts as the whole ranking's DCG over the whole ideal's.
double ndcg_at_relevant(const JudgedRanking& ranking, const Measure& measure) {
  const Gains gains(ranking, measure);
  const std::vector<double> ideal = cumulated_ideal_dcg(gains);
  const std::vector<double> dcg = cumulated_dcg(ranking, gains);
  const std::size_t gaining = ideal.size() - 1;
  if (gaining == 0) return 0.0;

  double sum = 0.0;
  std::size_t retrieved = 0;
  for (std::size_t i = 0; i < ranking.hit_count(); ++i) {
    if (gains.of(ranking.grades[i]) <= 0.0) continue;
    sum += dcg[i + 1] / ideal[std::min(i + 1, gaining)];
    ++retrieved;
  }
  sum += static_cast<double>(gaining - retrieved) * dcg.back() / ideal.back();
  return sum > 0.0 ? sum / static_cast<double>(gaining) : 0.0;
}

/// nDCG averaged over the depths at which the ideal ranking goes from one gain to the next, and over
/// the end of the ranking when it lies more than one document behind the last of them.
double ndcg_at_levels(const JudgedRanking& ranking, const Measure& measure) {
  const Gains gains(ranking, measure);
  const std::vector<double> ideal = cumulated_ideal_dcg(gains);
  const std::vector<double> dcg = cumulated_dcg(ranking, gains);
  const std::size_t gaining = ideal.size() - 1;
  if (ranking.judgements.relevant == 0 || gaining == 0) return 0.0;

  double sum = 0.0;
  std::size_t points = 0;
  std::size_t depth = 0;
  const std::vector<GainLevel>& levels = gains.ideal();
  for (std::size_t level = 0; level < levels.size(); ++level) {
    depth += levels[level].count;
    if (level + 1 < levels.size() && levels[level + 1].gain == levels[level].gain) continue;
    sum += dcg[std::min(depth, ranking.hit_count())] / ideal[depth];
    ++points;
  }
  if (ranking.hit_count() > gaining + 1) {
    sum += dcg.back() / ideal.back();
    ++points;
  }
  return sum / static_cast<double>(points);
}

/// Each gain is divided by log2 of 2 + how far the gains so far lag behind what they could have been;
/// a rank at which even the ideal ranking gains less than 1 counts as 1.
double normalized_gain(const JudgedRanking& ranking, const Measure& measure) {
  const Gains gains(ranking, measure);
  IdealRanking ideal(gains);
  double sum = 0.0;
  double possible = 0.0;
  double gained = 0.0;
  for (const int grade : ranking.grades) {
    const double gain = gains.of(grade);
    gained += gain;
    possible += std::max(ideal.next(), 1.0);
    if (gain != 0.0) sum += gain / std::log2(2.0 + possible - gained);
  }
  double all = 0.0;
  for (const GainLevel& level : gains.ideal()) {
    for (std::size_t n = 0; n < level.count; ++n) all += level.gain;
  }
  return all > 0.0 ? sum / all : 0.0;
}

/// As normalized_gain, with gains of 0 and 1: the lag is the number of other documents before.
double binary_gain(const JudgedRanking& ranking, const Measure&) {
  double sum = 0.0;
  std::size_t relevant = 0;
  for (std::size_t i = 0; i < ranking.hit_count(); ++i) {
    if (ranking.is_relevant(i)) sum += 1.0 / std::log2(static_cast<double>(3 + i - ++relevant));
  }
  return relevant == 0 ? 0.0 : sum / static_cast<double>(ranking.judgements.relevant);
}

double rank_biased_precision(const JudgedRanking& ranking, const Measure& measure) {
  const Gains gains(ranking, measure);
  double lowest = 0.0;
  double highest = 0.0;
  const auto include = [&](double gain) {
    lowest = std::min(lowest, gain);
    highest = std::max(highest, gain);
  };
  for (const GradeCount& level : ranking.judgements.levels) include(gains.of(level.grade));
  for (const GradeGain& one : measure.gains) include(one.gain);
  const bool within = lowest >= 0.0 && highest <= 1.0;

  const double persistence = measure.numbers.front();
  double sum = 0.0;
  double weight = 1.0;
  for (const int grade : ranking.grades) {
    const double gain = gains.of(grade);
    if (grade >= 0) sum += weight * (within ? gain : (gain - lowest) / (highest - lowest));
    weight *= persistence;
  }
  return (1.0 - persistence) * sum;
}

}  // namespace marrow::measure
