#include "index/flat_vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace marrow {

FlatVectorsView::FlatVectorsView(VerifiedArray<float> values, std::size_t rows, std::size_t dimension,
                                 std::size_t stride)
    : values_(values), rows_(rows), dimension_(dimension), stride_(stride) {
  const bool fits = dimension >= 1 && stride >= dimension &&
                    (rows == 0 || stride <= std::numeric_limits<std::size_t>::max() / rows) &&
                    values.size() == rows * stride;
  if (!fits) {
    values_.fail(0, std::to_string(values.size()) + " floats are not " + std::to_string(rows) + " rows of " +
                        std::to_string(dimension) + " with a stride of " + std::to_string(stride));
  }
}

void FlatVectorsView::check() const {
  for (std::size_t unit = 0; unit < rows_; ++unit) {
    const auto whole = rows(unit, 1);
    const auto vector = whole.first(dimension_);
    const auto is_zero = [](float value) { return std::fpclassify(value) == FP_ZERO; };
    for (std::size_t i = 0; i < dimension_; ++i) {
      if (!std::isfinite(vector[i])) values_.fail(unit * stride_ + i, "a value that is not finite");
    }
    if (std::all_of(vector.begin(), vector.end(), is_zero)) values_.fail(unit * stride_, "a vector of zeros");
    const auto padding = whole.subspan(dimension_);
    if (!std::all_of(padding.begin(), padding.end(), is_zero)) {
      values_.fail(unit * stride_ + dimension_, "padding that is not 0");
    }
  }
}

}  // namespace marrow
