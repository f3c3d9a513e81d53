#include "index/byte_lists.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "core/check.h"
#include "marrow/error.h"

namespace marrow {

ByteLists::ByteLists(std::uint64_t most_bytes) : most_bytes_(std::min(most_bytes, kMostBytes)) {}

std::byte* ByteLists::at(std::uint32_t word) noexcept {
  const std::size_t offset = std::size_t{word} * kWordBytes;
  return pages_[offset / kPageBytes]->data() + offset % kPageBytes;
}

const std::byte* ByteLists::at(std::uint32_t word) const noexcept {
  const std::size_t offset = std::size_t{word} * kWordBytes;
  return pages_[offset / kPageBytes]->data() + offset % kPageBytes;
}

std::uint32_t ByteLists::new_slice(std::uint8_t level) {
  const std::size_t bytes = room(level) + kWordBytes;
  if (kPageBytes - page_used_ < bytes) {
    if (memory_bytes() + kPageBytes > most_bytes_) {
      throw Error(ErrorCode::invalid_argument, "the postings of one commit take more than " +
                                                   std::to_string(most_bytes_) +
                                                   " bytes: commit in smaller parts");
    }
    pages_.push_back(std::make_unique<std::array<std::byte, kPageBytes>>());
    page_used_ = 0;
  }
  const std::size_t offset = (pages_.size() - 1) * kPageBytes + page_used_;
  page_used_ += bytes;
  return static_cast<std::uint32_t>(offset / kWordBytes);
}

void ByteLists::append(List& list, std::byte value) {
  if (!list.started) {
    list.first = list.slice = new_slice(0);
    list.started = true;
  } else if (list.used == room(list.level)) {
    const auto level = std::min(static_cast<std::uint8_t>(list.level + 1), kLastLevel);
    const std::uint32_t next = new_slice(level);
    std::memcpy(at(list.slice) + list.used, &next, sizeof next);
    list.slice = next;
    list.level = level;
    list.used = 0;
  }
  at(list.slice)[list.used++] = value;
}

void ByteLists::append_number(List& list, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) append(list, static_cast<std::byte>(number | 0x80));
  append(list, static_cast<std::byte>(number));
}

void ByteLists::append_float(List& list, float value) {
  for (const std::byte byte : std::bit_cast<std::array<std::byte, 4>>(value)) append(list, byte);
}

std::byte ByteLists::Reader::next() {
  if (used_ == room(level_)) {
    std::memcpy(&slice_, lists_->at(slice_) + used_, sizeof slice_);
    level_ = std::min(static_cast<std::uint8_t>(level_ + 1), kLastLevel);
    used_ = 0;
  }
  return lists_->at(slice_)[used_++];
}

std::uint32_t ByteLists::Reader::next_number() {
  std::uint32_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint32_t>(next());
    number |= (byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
}

float ByteLists::Reader::next_float() {
  std::array<std::byte, 4> bytes{};
  for (std::byte& byte : bytes) byte = next();
  return std::bit_cast<float>(bytes);
}

}  // namespace marrow
