#pragma once

#include <cstddef>

namespace marrow {

/// A half-open range of bytes of the text that was given.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

}  // namespace marrow
