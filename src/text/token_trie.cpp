#include "text/token_trie.h"

#include <algorithm>
#include <string>

#include "core/check.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// A node still to be given children: the sorted entries [begin, end) share their first `depth` bytes.
struct Open {
  std::size_t begin;
  std::size_t end;
  std::size_t depth;
};

unsigned char byte_at(std::string_view text, std::size_t offset) {
  return static_cast<unsigned char>(text[offset]);
}

void sort_and_check(std::vector<TokenTrie::Entry>& entries) {
  const auto by_text = [](const TokenTrie::Entry& a, const TokenTrie::Entry& b) { return a.text < b.text; };
  std::sort(entries.begin(), entries.end(), by_text);
  const auto twice = std::adjacent_find(
      entries.begin(), entries.end(),
      [](const TokenTrie::Entry& a, const TokenTrie::Entry& b) { return a.text == b.text; });
  if (twice == entries.end()) return;
  throw Error(ErrorCode::bad_input, "vocabulary: " + quote(twice->text) + " stands twice, as id " +
                                        std::to_string(std::min(twice[0].id, twice[1].id)) + " and " +
                                        std::to_string(std::max(twice[0].id, twice[1].id)));
}

}  // namespace

TokenTrie::TokenTrie(std::vector<Entry> entries) {
  sort_and_check(entries);
  nodes_.emplace_back();
  std::vector<Open> open{{0, entries.size(), 0}};  // open[i] belongs to nodes_[i]: breadth first
  for (std::size_t node = 0; node < open.size(); ++node) {
    auto [begin, end, depth] = open[node];
    if (begin < end && entries[begin].text.size() == depth) nodes_[node].id = entries[begin++].id;
    nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
    while (begin < end) {
      const unsigned char byte = byte_at(entries[begin].text, depth);
      std::size_t next = begin;
      while (next < end && byte_at(entries[next].text, depth) == byte) ++next;
      open.push_back({begin, next, depth + 1});
      nodes_.push_back({0, -1, 0, byte});
      ++nodes_[node].child_count;
      begin = next;
    }
  }
  MARROW_ASSERT(nodes_.front().id < 0);  // an empty entry would match everywhere
  for (std::uint32_t i = 0; i < nodes_.front().child_count; ++i) roots_[nodes_[1 + i].byte] = 1 + i;
}

std::uint32_t TokenTrie::child(std::uint32_t node, unsigned char byte) const noexcept {
  const auto children = std::span(nodes_).subspan(nodes_[node].first_child, nodes_[node].child_count);
  const auto found = std::lower_bound(children.begin(), children.end(), byte,
                                      [](const Node& a, unsigned char b) { return a.byte < b; });
  if (found == children.end() || found->byte != byte) return 0;
  return nodes_[node].first_child + static_cast<std::uint32_t>(found - children.begin());
}

TokenTrie::Match TokenTrie::longest_match(std::string_view text) const noexcept {
  Match best;
  if (text.empty()) return best;
  std::uint32_t node = roots_[byte_at(text, 0)];
  for (std::size_t length = 1; node != 0; ++length) {
    if (nodes_[node].id >= 0) best = {length, nodes_[node].id};
    if (length == text.size()) break;
    node = child(node, byte_at(text, length));
  }
  return best;
}

}  // namespace marrow
