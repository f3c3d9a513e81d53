#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace marrow {

/// A set of byte strings, each with an id, that finds the longest one at the front of a text.
/// Thread safety: immutable, freely shared.
class TokenTrie {
 public:
  struct Entry {
    std::string_view text;  ///< not empty
    std::int32_t id;        ///< not negative
  };
  struct Match {
    std::size_t length = 0;  ///< bytes; 0 when no entry is at the front
    std::int32_t id = -1;
  };

  TokenTrie() : TokenTrie(std::vector<Entry>{}) {}
  /// The entries' texts need not outlive the constructor. Throws bad_input when one stands twice.
  explicit TokenTrie(std::vector<Entry> entries);

  /// Takes time in the length of the longest entry at most.
  Match longest_match(std::string_view text) const noexcept;

  bool empty() const noexcept { return nodes_.size() == 1; }

  /// Whether some entry begins with `byte`.
  bool may_start(char byte) const noexcept { return roots_[static_cast<unsigned char>(byte)] != 0; }

 private:
  /// The children of a node are neighbours, by rising byte; node 0 is the root.
  struct Node {
    std::uint32_t first_child = 0;
    std::int32_t id = -1;
    std::uint16_t child_count = 0;
    unsigned char byte = 0;  ///< that leads here
  };
  std::uint32_t child(std::uint32_t node, unsigned char byte) const noexcept;

  std::vector<Node> nodes_;
  std::array<std::uint32_t, 256> roots_{};  ///< the root's children by byte, 0 for none
};

}  // namespace marrow
