#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Token states → one vector a text. Padding never counts.
namespace marrow {

/// out becomes the mean of the states whose mask is 1, special tokens included; all 0 when there is
/// none. `states` is row-major mask.size() x out.size().
void mean_pool(std::span<const float> states, std::span<const std::int32_t> mask,
               std::span<float> out) noexcept;

/// out becomes the first token's state ([CLS]).
void first_token_pool(std::span<const float> states, std::span<float> out) noexcept;

/// Scales `vector` to unit L2 length. Returns false, and leaves it, when its length is 0 or not finite.
[[nodiscard]] bool normalize_l2(std::span<float> vector) noexcept;

}  // namespace marrow
