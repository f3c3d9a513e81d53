#pragma once

#include <span>
#include <vector>

#include "marrow/types.h"

namespace marrow {

/// Maps each hit's score linearly, the list's lowest to `floor` and its highest to 1. With a floor above
/// 0 a document ranked last still counts more than one that was not retrieved. When all scores are
/// equal, as with a single hit, all map to 1: being found by a list that cannot tell its hits apart is
/// worth what being its best hit is worth.
///
/// Requires finite scores and a floor in [0, 1). Computed in double: no pair of floats overflows.
std::vector<double> min_max_normalized(std::span<const Hit> hits, double floor);

}  // namespace marrow
