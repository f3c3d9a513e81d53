#pragma once

#include <cstddef>
#include <span>
#include <string_view>

/// The one place that dispatches over instruction sets: the arithmetic of exact dense search.
namespace marrow {

/// The kernels of one instruction set.
///
/// An inner product is defined to the last bit, so that scores depend neither on how rows are grouped
/// nor on the machine: 32 running sums, the i-th product going to sum i mod 32 by a fused multiply-add,
/// then sums i and i + 16 added, then i and i + 8, i + 4, i + 2, i + 1. Every set whose `fused` is true
/// gives exactly these floats. One without fused multiply-add rounds each product first; its results
/// differ from them by at most a few units in the last place of the sum of the products' magnitudes.
/// Thread safety: pure functions.
struct SimdKernels {
  /// "avx512", "avx2", "neon" or "baseline" (what every processor of the architecture has).
  std::string_view instruction_set;
  bool fused;
  /// out[i] becomes the inner product of `query` with the row that starts at rows[i * stride], for all
  /// out.size() rows. Requires stride >= query.size(), and rows that hold all of them (the last one
  /// need not be filled up to its stride). An empty query gives zeros.
  void (*inner_products)(std::span<const float> rows, std::size_t stride, std::span<const float> query,
                         std::span<float> out) noexcept;
};

/// The kernels this program holds and this machine can run, best first; never empty.
std::span<const SimdKernels> available_simd_kernels() noexcept;

/// The best of them: what search uses and reports name.
const SimdKernels& simd_kernels() noexcept;

}  // namespace marrow
