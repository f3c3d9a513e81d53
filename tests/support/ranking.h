#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "marrow/types.h"

namespace marrow::test {

/// The definition of a leg's answer: each document's best unit, sorted, cut last.
inline std::vector<Hit> brute_force_documents(const std::vector<Hit>& unit_hits, std::size_t k) {
  std::map<Sequence, Hit> best;
  for (const Hit& each : unit_hits) {
    const auto [kept, fresh] = best.emplace(each.document, each);
    if (!fresh && (each.score > kept->second.score ||
                   (each.score == kept->second.score && each.unit < kept->second.unit))) {
      kept->second = each;
    }
  }
  std::vector<Hit> ranked;
  for (const auto& [document, each] : best) ranked.push_back(each);
  std::sort(ranked.begin(), ranked.end(), ranks_before);
  ranked.resize(std::min(k, ranked.size()));
  return ranked;
}

}  // namespace marrow::test
