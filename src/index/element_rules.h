#pragma once

#include <cstddef>
#include <cstdint>

#include "index/block_verifier.h"

/// What elements of a section may be, for IndexFile::require. Made for readers' safety: each can be
/// told by looking at one element alone.
namespace marrow {

/// Every 32-bit number is below `limit`. `what` must live for ever.
ElementRule numbers_below(std::uint64_t limit, const char* what);
/// Every 32-bit number is at least 1.
ElementRule numbers_above_zero(const char* what);
/// Every float32 is finite.
ElementRule floats_finite(const char* what);
/// Every float32 is finite and above 0.
ElementRule floats_above_zero(const char* what);

}  // namespace marrow
