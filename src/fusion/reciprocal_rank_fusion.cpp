#include "fusion/reciprocal_rank_fusion.h"

namespace marrow {

std::vector<double> reciprocal_ranks(std::size_t count, double k) {
  std::vector<double> values;
  values.reserve(count);
  for (std::size_t rank = 1; rank <= count; ++rank) values.push_back(reciprocal_rank(rank, k));
  return values;
}

}  // namespace marrow
