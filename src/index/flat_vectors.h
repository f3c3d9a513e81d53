#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "index/verified_array.h"
#include "marrow/types.h"

namespace marrow {

/// Floats that one row of `dimension` takes: rounded up so that every row starts on 64 bytes.
constexpr std::size_t vector_stride(std::size_t dimension) noexcept { return (dimension + 15) / 16 * 16; }

/// The vectors of one dense field of one segment, row-major float32, one row a unit. A row takes
/// stride() floats, of which the first dimension() count and the rest are 0.
/// A view; see VerifiedArray for lifetime.
///
/// A mapped file vouches that every value is finite; check() walks arrays in memory.
/// Thread safety: immutable, freely shared.
class FlatVectorsView {
 public:
  /// Throws corrupt_index unless dimension >= 1, stride >= dimension and `values` holds exactly
  /// rows * stride floats.
  FlatVectorsView(VerifiedArray<float> values, std::size_t rows, std::size_t dimension, std::size_t stride);

  std::size_t rows() const noexcept { return rows_; }
  std::size_t dimension() const noexcept { return dimension_; }
  std::size_t stride() const noexcept { return stride_; }

  /// The vector of one unit, dimension() floats. Throws corrupt_index.
  std::span<const float> row(DocId unit) const { return values_.slice(index_of(unit) * stride_, dimension_); }

  /// The rows [first, first + count) as they lie: count * stride() floats. Throws corrupt_index.
  std::span<const float> rows(std::size_t first, std::size_t count) const {
    return values_.slice(first * stride_, count * stride_);
  }

  /// Walks every invariant: values finite, padding 0, no row all 0. Throws corrupt_index.
  void check() const;

 private:
  VerifiedArray<float> values_;
  std::size_t rows_;
  std::size_t dimension_;
  std::size_t stride_;
};

}  // namespace marrow
