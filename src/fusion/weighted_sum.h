#pragma once

#include <span>
#include <vector>

#include "marrow/types.h"

namespace marrow {

/// One list to be summed: `values[i]` is what the list says `hits[i]` is worth.
struct WeightedList {
  std::vector<Hit> hits;       ///< distinct documents, best first
  std::vector<double> values;  ///< one a hit, finite, >= 0
  double weight = 1.0;         ///< finite, > 0
};

/// Every document of the lists with the sum over lists of weight * value, in the order of ranks_before.
///
/// Sums run in double, in the order of the lists, and are rounded to float once, so a document's score
/// depends on its own places only. A hit's unit is that of the largest share, the first such list's.
std::vector<Hit> weighted_sum(std::span<const WeightedList> lists);

}  // namespace marrow
