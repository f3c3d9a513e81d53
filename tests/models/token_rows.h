#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "models/session.h"

/// Batches and vectors by hand, for tests of networks.
namespace marrow::test {

struct TokenRow {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> types = {};  ///< zeros when empty
};

/// The rows padded to the longest of them plus `extra_padding`.
inline TokenBatch batch_of(const std::vector<TokenRow>& rows, std::size_t extra_padding = 0) {
  TokenBatch batch;
  batch.batch_size = rows.size();
  for (const TokenRow& row : rows) batch.length = std::max(batch.length, row.ids.size());
  batch.length += extra_padding;
  for (const TokenRow& row : rows) {
    std::vector<std::int32_t> types = row.types;
    std::vector<std::int32_t> ids = row.ids;
    std::vector<std::int32_t> mask(row.ids.size(), 1);
    for (auto* const numbers : {&ids, &mask, &types}) numbers->resize(batch.length, 0);
    batch.ids.insert(batch.ids.end(), ids.begin(), ids.end());
    batch.mask.insert(batch.mask.end(), mask.begin(), mask.end());
    batch.types.insert(batch.types.end(), types.begin(), types.end());
  }
  return batch;
}

inline std::vector<float> unit_length(std::vector<double> x) {
  double square = 0;
  for (const double value : x) square += value * value;
  std::vector<float> unit;
  for (const double value : x) unit.push_back(static_cast<float>(value / std::sqrt(square)));
  return unit;
}

/// The mean over the tokens of row `row` of [batch x length x width] states, at unit length.
inline std::vector<float> mean_of_tokens(std::span<const float> states, const TokenBatch& batch,
                                         std::size_t row) {
  const std::size_t width = states.size() / (batch.batch_size * batch.length);
  std::vector<double> sum(width, 0.0);
  for (std::size_t position = 0; position < batch.length; ++position) {
    const std::size_t at = row * batch.length + position;
    if (batch.mask[at] == 0) continue;
    for (std::size_t i = 0; i < width; ++i) sum[i] += states[at * width + i];
  }
  return unit_length(std::move(sum));
}

inline double cosine(std::span<const float> a, std::span<const float> b) {
  double dot = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    dot += static_cast<double>(a[i]) * b[i];
    aa += static_cast<double>(a[i]) * a[i];
    bb += static_cast<double>(b[i]) * b[i];
  }
  return dot / std::sqrt(aa * bb);
}

}  // namespace marrow::test
