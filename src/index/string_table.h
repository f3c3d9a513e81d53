#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace marrow {

/// Distinct strings, numbered in the order in which they came: two flat buffers and a table of slots,
/// about 20 bytes a string beside its own. Holds up to 2^32 - 1 strings.
/// Thread safety: none.
class StringTable {
 public:
  StringTable();

  struct Inserted {
    std::uint32_t index;
    bool is_new;
  };
  /// The number of `text`, which is given the next one when it is not there yet.
  Inserted insert(std::string_view text);

  std::size_t size() const noexcept { return hashes_.size(); }
  /// Valid until the next insert().
  std::string_view operator[](std::size_t index) const {
    return {bytes_.data() + offsets_[index], offsets_[index + 1] - offsets_[index]};
  }

  /// The numbers of all strings, in ascending order of the strings' bytes.
  std::vector<std::uint32_t> sorted() const;

  std::size_t memory_bytes() const noexcept;

 private:
  void grow();

  std::vector<char> bytes_;
  std::vector<std::uint64_t> offsets_;  // of string i in bytes_, and the end
  std::vector<std::uint32_t> hashes_;   // low half of each string's hash: most comparisons end here
  std::vector<std::uint32_t> slots_;    // string number + 1 or 0; a power of two, at most half full
};

}  // namespace marrow
