#include "corpus/seen_ids.h"

#include <cstring>
#include <functional>

namespace marrow {
namespace {

constexpr std::size_t kFirstSlots = 64;

struct Head {
  std::uint64_t line;
  std::uint64_t length;
};

}  // namespace

std::optional<std::size_t> SeenIds::line_if_equal(std::uint64_t offset, std::string_view id) const {
  Head head{};
  std::memcpy(&head, records_.data() + offset, sizeof head);
  const std::string_view known(records_.data() + offset + sizeof head, head.length);
  if (known != id) return std::nullopt;
  return head.line;
}

std::optional<std::size_t> SeenIds::add(std::string_view id, std::size_t line) {
  // Half full at most, so that a free slot is near.
  if (2 * (size_ + 1) > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(id)&mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (const auto earlier = line_if_equal(slots_[slot] - 1, id)) return earlier;
  }
  const Head head{line, id.size()};
  slots_[slot] = records_.size() + 1;
  const char* const bytes = reinterpret_cast<const char*>(&head);
  records_.insert(records_.end(), bytes, bytes + sizeof head);
  records_.insert(records_.end(), id.begin(), id.end());
  ++size_;
  return std::nullopt;
}

void SeenIds::grow() {
  std::vector<std::uint64_t> larger(slots_.empty() ? kFirstSlots : 2 * slots_.size(), 0);
  const std::size_t mask = larger.size() - 1;
  std::uint64_t offset = 0;
  for (std::size_t record = 0; record < size_; ++record) {
    Head head{};
    std::memcpy(&head, records_.data() + offset, sizeof head);
    const std::string_view id(records_.data() + offset + sizeof head, head.length);
    std::size_t slot = std::hash<std::string_view>{}(id)&mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = offset + 1;
    offset += sizeof head + head.length;
  }
  slots_ = std::move(larger);
}

}  // namespace marrow
