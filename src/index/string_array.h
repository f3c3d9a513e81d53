#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "index/verified_array.h"

namespace marrow {

/// Strings, back to back: string i is bytes[offsets[i], offsets[i + 1]).
/// A view; see VerifiedArray for lifetime. The constructor checks sizes, O(1); a string's bounds are
/// checked when it is asked for. Thread safety: immutable, freely shared.
class StringArray {
 public:
  /// Throws corrupt_index when `offsets` is empty.
  StringArray(VerifiedArray<std::uint64_t> offsets, VerifiedArray<char> bytes);

  std::size_t size() const noexcept { return offsets_.size() - 1; }

  /// String `index`, which must be below size(). Throws corrupt_index when its offsets are wild.
  std::string_view operator[](std::size_t index) const {
    const auto bounds = offsets_.slice(index, 2);
    if (bounds[0] > bounds[1] || bounds[1] > bytes_.size()) offsets_.fail(index, "offsets out of order");
    const auto text = bytes_.slice(bounds[0], bounds[1] - bounds[0]);
    return {text.data(), text.size()};
  }

  /// Throws corrupt_index naming the place of string `index`.
  [[noreturn]] void fail(std::size_t index, const std::string& message) const {
    offsets_.fail(index, message);
  }

  /// Walks all offsets: they start at 0, never decrease, and end at the number of bytes.
  void check() const;

 private:
  VerifiedArray<std::uint64_t> offsets_;
  VerifiedArray<char> bytes_;
};

}  // namespace marrow
