#include "fusion/weighted_sum.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "core/check.h"

namespace marrow {
namespace {

struct Sum {
  Sequence document{};
  std::uint32_t unit = 0;
  double largest_share = -1.0;
  double total = 0.0;
};

void add_list(const WeightedList& list, std::unordered_map<Sequence, std::size_t>& places,
              std::vector<Sum>& sums) {
  MARROW_ASSERT(list.hits.size() == list.values.size());
  for (std::size_t i = 0; i < list.hits.size(); ++i) {
    const Hit& hit = list.hits[i];
    const auto [place, fresh] = places.emplace(hit.document, sums.size());
    if (fresh) sums.push_back({.document = hit.document});
    Sum& sum = sums[place->second];
    const double share = list.weight * list.values[i];
    sum.total += share;
    if (share > sum.largest_share) {
      sum.largest_share = share;
      sum.unit = hit.unit;
    }
  }
}

}  // namespace

std::vector<Hit> weighted_sum(std::span<const WeightedList> lists) {
  std::unordered_map<Sequence, std::size_t> places;
  std::vector<Sum> sums;
  for (const WeightedList& list : lists) add_list(list, places, sums);
  std::vector<Hit> fused;
  fused.reserve(sums.size());
  for (const Sum& sum : sums) fused.push_back({sum.document, sum.unit, static_cast<float>(sum.total)});
  std::sort(fused.begin(), fused.end(), ranks_before);
  return fused;
}

}  // namespace marrow
