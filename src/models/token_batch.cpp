#include <algorithm>
#include <string>

#include "marrow/error.h"
#include "models/session.h"

namespace marrow {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, "batch: " + message);
}

/// A limit of 0 leaves only the lower bound.
void check_range(const std::vector<std::int32_t>& numbers, std::size_t limit, const char* what) {
  const auto outside = std::ranges::find_if(numbers, [&](std::int32_t number) {
    return number < 0 || (limit != 0 && static_cast<std::size_t>(number) >= limit);
  });
  if (outside == numbers.end()) return;
  refuse(std::string(what) + ' ' + std::to_string(*outside) + ", expected at least 0" +
         (limit == 0 ? "" : " and below " + std::to_string(limit)));
}

}  // namespace

void validate(const TokenBatch& batch, const InputLimits& limits) {
  if (batch.batch_size == 0 || batch.length == 0) refuse("it is empty");
  if (limits.length != 0 && batch.length > limits.length)
    refuse(std::to_string(batch.length) + " tokens a row, the model reads at most " +
           std::to_string(limits.length));
  for (const auto* const numbers : {&batch.ids, &batch.mask, &batch.types}) {
    if (numbers->size() % batch.length != 0 || numbers->size() / batch.length != batch.batch_size)
      refuse(std::to_string(numbers->size()) + " numbers, expected " + std::to_string(batch.batch_size) +
             " x " + std::to_string(batch.length));
  }
  check_range(batch.ids, limits.vocabulary, "token id");
  check_range(batch.types, limits.types, "token type");
  check_range(batch.mask, 2, "mask");
}

}  // namespace marrow
