#include "encoders/batching.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "core/check.h"
#include "marrow/error.h"

namespace marrow {
namespace {

std::size_t padded_length(std::size_t tokens, const BatchPolicy& policy) {
  const std::size_t steps = (std::max<std::size_t>(tokens, 1) + policy.length_step - 1) / policy.length_step;
  return std::min(steps * policy.length_step, policy.max_length);
}

std::vector<std::size_t> longest_first(std::span<const std::size_t> token_counts) {
  std::vector<std::size_t> order(token_counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return token_counts[a] > token_counts[b]; });
  return order;
}

}  // namespace

void BatchPolicy::validate() const {
  for (const auto& [name, value] :
       {std::pair{"token_budget", token_budget}, {"length_step", length_step}, {"max_length", max_length}}) {
    if (value == 0)
      throw Error(ErrorCode::invalid_argument, std::string(name) + ": expected at least 1, got 0");
  }
}

std::vector<PlannedBatch> plan_batches(std::span<const std::size_t> token_counts, const BatchPolicy& policy) {
  const auto order = longest_first(token_counts);
  std::vector<PlannedBatch> batches;
  for (std::size_t next = 0; next < order.size();) {
    MARROW_ASSERT(token_counts[order[next]] <= policy.max_length);
    PlannedBatch batch;
    batch.length = padded_length(token_counts[order[next]], policy);
    const std::size_t full = std::max<std::size_t>(1, policy.token_budget / batch.length);
    const std::size_t count = std::min(full, order.size() - next);
    batch.row_count = count == full ? full : std::min(full, std::bit_ceil(count));
    batch.texts.assign(order.begin() + static_cast<std::ptrdiff_t>(next),
                       order.begin() + static_cast<std::ptrdiff_t>(next + count));
    batches.push_back(std::move(batch));
    next += count;
  }
  return batches;
}

}  // namespace marrow
