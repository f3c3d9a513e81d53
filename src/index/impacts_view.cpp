#include "index/impacts_view.h"

#include <cmath>
#include <string>

namespace marrow {

ImpactsView::ImpactsView(const ImpactsArrays& arrays, std::size_t unit_count)
    : arrays_(arrays), ranges_(arrays.offsets, arrays.docs.size()), unit_count_(unit_count) {
  if (arrays_.weights.size() != arrays_.docs.size()) {
    arrays_.weights.fail(0, std::to_string(arrays_.weights.size()) + " weights for " +
                                std::to_string(arrays_.docs.size()) + " postings");
  }
}

void ImpactsView::check() const {
  ranges_.check();
  check_docs_ascend(ranges_, arrays_.docs, unit_count_);
  const auto weights = arrays_.weights.all();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!std::isfinite(weights[i]) || weights[i] <= 0.0F) arrays_.weights.fail(i, "a weight not above 0");
  }
}

QuantizedImpactsView::QuantizedImpactsView(const ImpactsArrays& exact, VerifiedArray<std::uint8_t> codes,
                                           float largest_weight, std::size_t unit_count)
    : ranges_(exact.offsets, exact.docs.size()),
      docs_(exact.docs),
      codes_(codes),
      largest_weight_(largest_weight),
      unit_count_(unit_count) {
  if (codes_.size() != docs_.size()) {
    codes_.fail(0,
                std::to_string(codes_.size()) + " codes for " + std::to_string(docs_.size()) + " postings");
  }
  if (!std::isfinite(largest_weight_) || largest_weight_ < 0.0F) {
    codes_.fail(0, "the largest weight is not a finite number of at least 0");
  }
}

std::uint8_t quantize_impact(float weight, float largest_weight) noexcept {
  MARROW_ASSERT(weight >= 0.0F && weight <= largest_weight);
  if (largest_weight <= 0.0F) return 0;
  return static_cast<std::uint8_t>(static_cast<double>(weight) / static_cast<double>(largest_weight) * 255.0);
}

}  // namespace marrow
