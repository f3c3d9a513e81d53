#include "core/simd.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/check.h"

// Highway compiles this file once for each instruction set. Left out are sets that would add code but
// neither speed nor another result (SSSE3 and SSE4 have no fused multiply-add) and those whose vectors
// have no length at compile time (SVE; such machines have NEON too).
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/simd.cpp"  // NOLINT(bugprone-suspicious-include)
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file again for the other sets.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace marrow::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kSums = 32;

using Tag = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
constexpr std::size_t kParts = kSums / kLanes;
/// Rows read side by side. Enough running sums to hide the latency of a multiply-add (8 vectors), few
/// enough to stay in registers (16 vectors with AVX2, 32 with AVX-512 and NEON).
constexpr std::size_t kRowsAtOnce = std::max<std::size_t>(1, 8 / kParts);

/// Adds lanes i and i + n/2, n being the number of lanes, until one is left.
template <class D>
HWY_INLINE float folded(D /*tag*/, hn::Vec<D> sums) {
#if HWY_TARGET != HWY_SCALAR  // whose vectors have one lane, and no halves
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    return folded(half, hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums)));
  }
#endif
  return hn::GetLane(sums);
}

/// The 32 running sums of each of `Rows` rows.
template <std::size_t Rows>
struct RunningSums {
  Vector sums[Rows][kParts];

  HWY_INLINE RunningSums() {
    for (auto& row : sums) {
      for (auto& part : row) part = hn::Zero(Tag());
    }
  }

  /// Adds the products of 32 elements; row r starts at rows + r * stride.
  HWY_INLINE void add(const float* rows, std::size_t stride, const float* query) {
    const Tag tag;
    for (std::size_t part = 0; part < kParts; ++part) {
      const Vector q = hn::LoadU(tag, query + part * kLanes);
      for (std::size_t row = 0; row < Rows; ++row) {
        const Vector v = hn::LoadU(tag, rows + row * stride + part * kLanes);
        sums[row][part] = hn::MulAdd(v, q, sums[row][part]);
      }
    }
  }

  HWY_INLINE float total(std::size_t row) const {
    Vector parts[kParts];
    for (std::size_t part = 0; part < kParts; ++part) parts[part] = sums[row][part];
    for (std::size_t width = kParts / 2; width > 0; width /= 2) {
      for (std::size_t part = 0; part < width; ++part)
        parts[part] = hn::Add(parts[part], parts[part + width]);
    }
    return folded(Tag(), parts[0]);
  }
};

template <std::size_t Rows>
HWY_INLINE void some_rows(const float* rows, std::size_t stride, const float* query, std::size_t dimension,
                          float* out) {
  RunningSums<Rows> running;
  std::size_t at = 0;
  for (; at + kSums <= dimension; at += kSums) running.add(rows + at, stride, query + at);
  if (const std::size_t rest = dimension - at; rest > 0) {
    // Zeros fill the last step: a product with them changes no sum.
    float query_rest[kSums] = {};
    float row_rests[Rows * kSums] = {};
    std::copy_n(query + at, rest, query_rest);
    for (std::size_t row = 0; row < Rows; ++row) {
      std::copy_n(rows + row * stride + at, rest, row_rests + row * kSums);
    }
    running.add(row_rests, kSums, query_rest);
  }
  for (std::size_t row = 0; row < Rows; ++row) out[row] = running.total(row);
}

void inner_products(std::span<const float> rows, std::size_t stride, std::span<const float> query,
                    std::span<float> out) noexcept {
  const std::size_t dimension = query.size();
  MARROW_ASSERT(stride >= dimension);
  MARROW_ASSERT(out.empty() || rows.size() >= (out.size() - 1) * stride + dimension);
  const auto at = [&](std::size_t row) { return rows.data() + row * stride; };
  std::size_t row = 0;
  for (; row + kRowsAtOnce <= out.size(); row += kRowsAtOnce) {
    some_rows<kRowsAtOnce>(at(row), stride, query.data(), dimension, out.data() + row);
  }
  for (; row < out.size(); ++row) some_rows<1>(at(row), stride, query.data(), dimension, out.data() + row);
}

}  // namespace
SimdKernels kernels(std::string_view instruction_set, bool fused) noexcept {
  return {instruction_set, fused, &inner_products};
}
}  // namespace marrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace marrow {
namespace {

struct Available {
  std::array<SimdKernels, 4> kernels{};
  std::size_t count = 0;
};

Available find_available() noexcept {
  Available found;
  const std::int64_t supported = hwy::SupportedTargets();
  const auto add = [&](std::int64_t target, const SimdKernels& kernels) {
    if ((supported & target) != 0) found.kernels[found.count++] = kernels;
  };
#if (HWY_TARGETS & HWY_AVX3)
  add(HWY_AVX3, N_AVX3::kernels("avx512", true));
#endif
#if (HWY_TARGETS & HWY_AVX2)
  add(HWY_AVX2, N_AVX2::kernels("avx2", true));
#endif
#if (HWY_TARGETS & HWY_NEON)
  add(HWY_NEON, N_NEON::kernels("neon", true));
#endif
#if (HWY_TARGETS & HWY_EMU128)
  add(supported, N_EMU128::kernels("baseline", false));
#elif (HWY_TARGETS & HWY_SCALAR)
  add(supported, N_SCALAR::kernels("baseline", false));
#endif
  return found;
}

}  // namespace

std::span<const SimdKernels> available_simd_kernels() noexcept {
  static const Available available = find_available();
  return {available.kernels.data(), available.count};
}

const SimdKernels& simd_kernels() noexcept { return available_simd_kernels().front(); }

}  // namespace marrow
#endif  // HWY_ONCE
