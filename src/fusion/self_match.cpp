#include "fusion/self_match.h"

#include <algorithm>
#include <limits>

namespace marrow {

std::size_t depth_before_self_match(std::size_t depth) noexcept {
  return depth == std::numeric_limits<std::size_t>::max() ? depth : depth + 1;
}

std::vector<Hit> without_self_match(std::vector<Hit> hits, std::optional<Sequence> own, std::size_t depth) {
  if (own) std::erase_if(hits, [&](const Hit& hit) { return hit.document == *own; });
  hits.resize(std::min(hits.size(), depth));
  return hits;
}

}  // namespace marrow
