#include "index/string_table.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "io/checksum.h"

namespace marrow {
namespace {

constexpr std::size_t kFirstSlots = 1024;

}  // namespace

StringTable::StringTable() : offsets_{0}, slots_(kFirstSlots, 0) {}

StringTable::Inserted StringTable::insert(std::string_view text) {
  const auto hash = static_cast<std::uint32_t>(checksum(std::as_bytes(std::span(text))));
  if ((size() + 1) * 2 > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t index = slots_[slot] - 1;
    if (hashes_[index] == hash && (*this)[index] == text) return {index, false};
  }
  const auto index = static_cast<std::uint32_t>(size());
  slots_[slot] = index + 1;
  hashes_.push_back(hash);
  bytes_.insert(bytes_.end(), text.begin(), text.end());
  offsets_.push_back(bytes_.size());
  return {index, true};
}

void StringTable::grow() {
  std::vector<std::uint32_t> slots(slots_.size() * 2, 0);
  const std::size_t mask = slots.size() - 1;
  for (std::uint32_t index = 0; index < size(); ++index) {
    std::size_t slot = hashes_[index] & mask;
    while (slots[slot] != 0) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
  }
  slots_ = std::move(slots);
}

std::vector<std::uint32_t> StringTable::sorted() const {
  std::vector<std::uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [this](std::uint32_t a, std::uint32_t b) { return (*this)[a] < (*this)[b]; });
  return order;
}

std::size_t StringTable::memory_bytes() const noexcept {
  return bytes_.capacity() + offsets_.capacity() * sizeof offsets_[0] +
         hashes_.capacity() * sizeof hashes_[0] + slots_.capacity() * sizeof slots_[0];
}

}  // namespace marrow
