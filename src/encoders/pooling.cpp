#include "encoders/pooling.h"

#include <algorithm>
#include <cmath>

namespace marrow {

void mean_pool(std::span<const float> states, std::span<const std::int32_t> mask,
               std::span<float> out) noexcept {
  std::fill(out.begin(), out.end(), 0.0F);
  const std::size_t width = out.size();
  std::size_t count = 0;
  for (std::size_t token = 0; token < mask.size(); ++token) {
    if (mask[token] == 0) continue;
    ++count;
    const float* const state = states.data() + token * width;
    for (std::size_t i = 0; i < width; ++i) out[i] += state[i];
  }
  if (count == 0) return;
  const float share = 1.0F / static_cast<float>(count);
  for (float& value : out) value *= share;
}

void first_token_pool(std::span<const float> states, std::span<float> out) noexcept {
  std::copy_n(states.begin(), out.size(), out.begin());
}

bool normalize_l2(std::span<float> vector) noexcept {
  double squares = 0.0;
  for (const float value : vector) squares += static_cast<double>(value) * static_cast<double>(value);
  if (!(squares > 0.0) || !std::isfinite(squares)) return false;
  const double scale = 1.0 / std::sqrt(squares);
  for (float& value : vector) value = static_cast<float>(static_cast<double>(value) * scale);
  return true;
}

}  // namespace marrow
