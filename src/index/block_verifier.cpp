#include "index/block_verifier.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "io/checksum.h"
#include "marrow/error.h"

namespace marrow {

BlockVerifier::BlockVerifier(std::span<const std::byte> bytes, std::span<const std::uint64_t> checksums,
                             std::string file)
    : bytes_(bytes), checksums_(checksums), file_(std::move(file)), good_((checksums.size() + 63) / 64) {
  MARROW_ASSERT(checksums.size() == (bytes.size() + kBlockBytes - 1) / kBlockBytes);
}

void BlockVerifier::require(const ElementRule& rule) {
  MARROW_ASSERT(rule.begin <= bytes_.size() && rule.bytes <= bytes_.size() - rule.begin);
  if (rule.bytes > 0) rules_.push_back(rule);
}

std::string BlockVerifier::describe(std::size_t offset, const std::string& message) const {
  return "corrupt index: " + file_ + " at " + std::to_string(offset) + ": " + message;
}

void BlockVerifier::fail(std::size_t offset, const std::string& message) const {
  throw Error(ErrorCode::corrupt_index, describe(offset, message));
}

std::optional<BlockVerifier::Damage> BlockVerifier::inspect(std::size_t block) const {
  MARROW_ASSERT(block < checksums_.size());
  const std::size_t begin = block * kBlockBytes;
  const std::size_t end = std::min(begin + kBlockBytes, bytes_.size());
  if (checksum(bytes_.subspan(begin, end - begin)) != checksums_[block]) {
    return Damage{begin,
                  "the block of " + std::to_string(end - begin) + " bytes does not match its checksum"};
  }
  for (const ElementRule& rule : rules_) {
    const std::size_t from = std::max(begin, rule.begin);
    const std::size_t to = std::min(end, rule.begin + rule.bytes);
    if (from >= to) continue;
    const std::size_t broken = rule.first_broken(bytes_.subspan(from, to - from), rule.limit);
    if (broken < to - from) return Damage{from + broken, rule.what};
  }
  return std::nullopt;
}

void BlockVerifier::verify_block(std::size_t block) const {
  if (const auto damage = inspect(block)) fail(damage->offset, damage->message);
  good_[block / 64].fetch_or(std::uint64_t{1} << (block % 64), std::memory_order_relaxed);
}

std::vector<std::string> BlockVerifier::damaged_blocks() const {
  std::vector<std::string> messages;
  for (std::size_t block = 0; block < checksums_.size(); ++block) {
    if (const auto damage = inspect(block)) messages.push_back(describe(damage->offset, damage->message));
  }
  return messages;
}

}  // namespace marrow
