#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace marrow {

/// Many lists of bytes that grow side by side, packed into shared pages: how a builder keeps posting
/// lists before it knows their lengths. A list is a chain of slices, each twice the one before up to a
/// limit, so a list of n bytes wastes less than n bytes and a list of one posting takes 16.
///
/// The slices are those of Lucene's ByteBlockPool (Büttcher and Clarke, CIKM 2005, describe the idea);
/// here a slice's size follows from its number in the chain and pages are addressed in words of 4 bytes.
/// Thread safety: none.
class ByteLists {
 public:
  /// Appends are refused beyond `most_bytes`, at most 16 GiB.
  explicit ByteLists(std::uint64_t most_bytes = kMostBytes);

  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 34;

  /// The end of one list. Empty until the first append.
  struct List {
    std::uint32_t first = 0;  ///< word where the first slice starts
    std::uint32_t slice = 0;  ///< word where the last slice starts
    std::uint16_t used = 0;   ///< bytes used of it
    std::uint8_t level = 0;   ///< decides its size
    bool started = false;
  };

  /// Throws invalid_argument when the limit is reached.
  void append(List& list, std::byte value);
  /// Appends `number` in groups of 7 bits, low ones first, the high bit of a byte meaning "more".
  void append_number(List& list, std::uint32_t number);
  /// Appends the 4 bytes of a float32.
  void append_float(List& list, float value);

  /// Reads one list from its start. A view: the lists must outlive it and not change.
  /// The caller knows how much there is to read.
  class Reader {
   public:
    Reader(const ByteLists& lists, const List& list) : lists_(&lists), slice_(list.first) {}
    std::byte next();
    std::uint32_t next_number();
    float next_float();

   private:
    const ByteLists* lists_;
    std::uint32_t slice_;
    std::uint16_t used_ = 0;
    std::uint8_t level_ = 0;
  };

  std::size_t memory_bytes() const noexcept { return pages_.size() * kPageBytes; }

 private:
  static constexpr std::size_t kWordBytes = 4;
  static constexpr std::size_t kPageBytes = std::size_t{1} << 20;
  static constexpr std::uint8_t kLastLevel = 7;
  /// Bytes that a slice holds; the word behind them is the place of the next slice.
  static constexpr std::uint16_t room(std::uint8_t level) noexcept {
    return static_cast<std::uint16_t>((16U << level) - kWordBytes);
  }

  std::uint32_t new_slice(std::uint8_t level);
  std::byte* at(std::uint32_t word) noexcept;
  const std::byte* at(std::uint32_t word) const noexcept;

  std::uint64_t most_bytes_;
  std::vector<std::unique_ptr<std::array<std::byte, kPageBytes>>> pages_;
  std::size_t page_used_ = kPageBytes;  // bytes used of the last page
};

}  // namespace marrow
