#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace marrow {

/// Which ids were seen, and on which line each: finds the one that stands twice.
/// Takes the id itself and about 30 bytes for each. Thread safety: none.
class SeenIds {
 public:
  /// Remembers `id` of line `line`. When it was seen before it gives the earlier line and changes nothing.
  std::optional<std::size_t> add(std::string_view id, std::size_t line);

  std::size_t size() const noexcept { return size_; }

 private:
  std::optional<std::size_t> line_if_equal(std::uint64_t offset, std::string_view id) const;
  void grow();

  std::vector<char> records_;         // one after the other: line, length, the id's bytes
  std::vector<std::uint64_t> slots_;  // open addressing: the offset of a record plus one; 0: free
  std::size_t size_ = 0;
};

}  // namespace marrow
