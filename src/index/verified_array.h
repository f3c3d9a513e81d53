#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/check.h"
#include "index/block_verifier.h"
#include "marrow/error.h"

namespace marrow {

/// A read-only array that gives an element only after the file it is mapped from has vouched for its
/// block. An array in memory needs no voucher, so tests build the same views from vectors.
///
/// A view: the elements and the verifier must outlive it. Asking costs one bit test a 64 KiB block.
/// Thread safety: immutable, freely shared.
template <typename T>
class VerifiedArray {
  static_assert(std::is_trivially_copyable_v<T> && kBlockBytes % sizeof(T) == 0);

 public:
  VerifiedArray() = default;
  /// An array in memory. Implicit: it is a span that happens to need no check.
  VerifiedArray(std::span<const T> values) : values_(values) {}     // NOLINT(google-explicit-constructor)
  VerifiedArray(const std::vector<T>& values) : values_(values) {}  // NOLINT(google-explicit-constructor)
  VerifiedArray(std::vector<T>&& values) = delete;
  /// An array mapped from the file of `verifier`, `offset` bytes from its start.
  VerifiedArray(std::span<const T> values, const BlockVerifier& verifier, std::size_t offset)
      : values_(values), verifier_(&verifier), offset_(offset) {}

  std::size_t size() const noexcept { return values_.size(); }
  bool empty() const noexcept { return values_.empty(); }

  /// Each of the three requires its range to lie inside the array, and throws corrupt_index when a
  /// block of it is not what was written.
  T operator[](std::size_t index) const {
    MARROW_ASSERT(index < values_.size());
    if (verifier_ != nullptr) verifier_->verify(offset_ + index * sizeof(T), sizeof(T));
    return values_[index];
  }
  std::span<const T> slice(std::size_t begin, std::size_t count) const {
    MARROW_ASSERT(begin <= values_.size() && count <= values_.size() - begin);
    if (verifier_ != nullptr) verifier_->verify(offset_ + begin * sizeof(T), count * sizeof(T));
    return values_.subspan(begin, count);
  }
  std::span<const T> all() const { return slice(0, size()); }

  /// Throws corrupt_index naming the file and the place of element `index`.
  [[noreturn]] void fail(std::size_t index, const std::string& message) const {
    if (verifier_ != nullptr) verifier_->fail(offset_ + index * sizeof(T), message);
    throw Error(ErrorCode::corrupt_index,
                "corrupt index: array in memory at element " + std::to_string(index) + ": " + message);
  }

 private:
  std::span<const T> values_;
  const BlockVerifier* verifier_ = nullptr;
  std::size_t offset_ = 0;
};

}  // namespace marrow
