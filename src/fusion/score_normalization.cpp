#include "fusion/score_normalization.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"

namespace marrow {

std::vector<double> min_max_normalized(std::span<const Hit> hits, double floor) {
  std::vector<double> values(hits.size(), 1.0);
  if (hits.empty()) return values;
  const auto by_score = [](const Hit& a, const Hit& b) { return a.score < b.score; };
  const auto [lowest_hit, highest_hit] = std::minmax_element(hits.begin(), hits.end(), by_score);
  const double lowest = lowest_hit->score;
  const double range = highest_hit->score - lowest;
  if (range <= 0.0) return values;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    MARROW_ASSERT(std::isfinite(hits[i].score));
    values[i] = floor + (1.0 - floor) * ((hits[i].score - lowest) / range);
  }
  return values;
}

}  // namespace marrow
