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

void BlockVerifier::fail(std::size_t offset, const std::string& message) const {
  throw Error(ErrorCode::corrupt_index,
              "corrupt index: " + file_ + " at " + std::to_string(offset) + ": " + message);
}

void BlockVerifier::verify_block(std::size_t block) const {
  MARROW_ASSERT(block < checksums_.size());
  const std::size_t begin = block * kBlockBytes;
  const std::size_t end = std::min(begin + kBlockBytes, bytes_.size());
  if (checksum(bytes_.subspan(begin, end - begin)) != checksums_[block]) {
    fail(begin, "the block of " + std::to_string(end - begin) + " bytes does not match its checksum");
  }
  for (const ElementRule& rule : rules_) {
    const std::size_t from = std::max(begin, rule.begin);
    const std::size_t to = std::min(end, rule.begin + rule.bytes);
    if (from >= to) continue;
    const std::size_t broken = rule.first_broken(bytes_.subspan(from, to - from), rule.limit);
    if (broken < to - from) fail(from + broken, rule.what);
  }
  good_[block / 64].fetch_or(std::uint64_t{1} << (block % 64), std::memory_order_relaxed);
}

}  // namespace marrow
