#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace marrow {

/// Bytes that one checksum covers. Blocks are counted from the start of a file, whatever its sections.
inline constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

/// What the elements of a byte range of a file must be for readers to be safe: checked with the block
/// that holds them, so that not even a file with forged checksums can lead a reader out of bounds.
struct ElementRule {
  std::size_t begin = 0;  ///< the range, in bytes of the file
  std::size_t bytes = 0;
  /// Place (in bytes) of the first element that breaks the rule, or the size when all follow it.
  std::size_t (*first_broken)(std::span<const std::byte> elements, std::uint64_t limit) noexcept = nullptr;
  std::uint64_t limit = 0;
  const char* what = "";  ///< what is wrong with such an element, for the message
};

/// Vouches for a file's bytes: compares each 64 KiB block with its stored checksum, and its elements
/// with their rules, the first time a byte of it is asked for. A good block is remembered by one bit.
/// A view: the bytes and the checksums must outlive it.
///
/// Thread safety: verify() and damaged_blocks() may run on several threads at once; require() may not.
class BlockVerifier {
 public:
  /// `checksums[i]` belongs to the i-th block of `bytes`, of which the last may be short.
  /// `file` names the file in messages.
  BlockVerifier(std::span<const std::byte> bytes, std::span<const std::uint64_t> checksums, std::string file);

  /// Adds a rule. Before the first verify() of a block that the rule touches.
  void require(const ElementRule& rule);

  /// Returns when every block with a byte of [begin, begin + count) is good.
  /// Throws corrupt_index, `corrupt index: FILE at OFFSET: …`, when one is not.
  void verify(std::size_t begin, std::size_t count) const {
    if (count == 0) return;
    const std::size_t last = (begin + count - 1) / kBlockBytes;
    for (std::size_t block = begin / kBlockBytes; block <= last; ++block) {
      const std::uint64_t seen = good_[block / 64].load(std::memory_order_relaxed);
      if (((seen >> (block % 64)) & 1) == 0) verify_block(block);
    }
  }

  /// Inspects every block, also those that were good before: one message a bad one.
  std::vector<std::string> damaged_blocks() const;

  const std::string& file() const noexcept { return file_; }

  /// Throws corrupt_index: `corrupt index: FILE at OFFSET: MESSAGE`.
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;

 private:
  /// What is wrong and where, in bytes of the file.
  struct Damage {
    std::size_t offset;
    std::string message;
  };

  void verify_block(std::size_t block) const;
  std::optional<Damage> inspect(std::size_t block) const;
  std::string describe(std::size_t offset, const std::string& message) const;

  std::span<const std::byte> bytes_;
  std::span<const std::uint64_t> checksums_;
  std::string file_;
  std::vector<ElementRule> rules_;
  // One bit a block. Relaxed order is enough: the bytes never change, the bit publishes nothing else.
  mutable std::vector<std::atomic<std::uint64_t>> good_;
};

}  // namespace marrow
