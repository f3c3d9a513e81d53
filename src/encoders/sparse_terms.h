#pragma once

#include <cstddef>
#include <span>

#include "marrow/types.h"

namespace marrow {

/// A row of vocabulary weights as a sparse vector: the weights above 0, the `top_k` heaviest of them
/// (0: all; between equal weights the smaller id), by ascending id. Requires finite weights.
SparseVector sparse_terms(std::span<const float> weights, std::size_t top_k);

}  // namespace marrow
