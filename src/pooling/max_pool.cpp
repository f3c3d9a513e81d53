#include "pooling/max_pool.h"

#include <algorithm>

namespace marrow {

std::vector<Hit> max_pool(std::vector<Hit> unit_hits, std::size_t k) {
  std::sort(unit_hits.begin(), unit_hits.end(), [](const Hit& a, const Hit& b) {
    return a.document != b.document ? a.document < b.document : better_unit(a, b);
  });
  PooledTopK best(k);
  for (const Hit& hit : unit_hits) best.offer(hit);
  return std::move(best).take();
}

}  // namespace marrow
