#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace marrow {

/// XXH3-64 of `bytes`: guards against damage, not against an adversary.
std::uint64_t checksum(std::span<const std::byte> bytes) noexcept;

}  // namespace marrow
