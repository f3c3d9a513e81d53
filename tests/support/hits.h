#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "marrow/types.h"

/// Ranked lists for tests.
namespace marrow::test {

inline Hit hit(std::uint64_t document, float score, std::uint32_t unit = 0) {
  return {Sequence(document), unit, score};
}

inline std::vector<std::uint64_t> documents_of(const std::vector<Hit>& hits) {
  std::vector<std::uint64_t> documents;
  for (const Hit& each : hits) documents.push_back(value_of(each.document));
  return documents;
}

/// A list in the order of ranks_before: some of the documents below `document_count`, with scores from
/// few values (many ties), negative ones among them.
inline std::vector<Hit> random_list(std::mt19937& random, std::size_t document_count) {
  std::vector<Hit> hits;
  for (std::size_t document = 0; document < document_count; ++document) {
    if (random() % 2 == 0) continue;
    const float score = static_cast<float>(random() % 7) * 0.25F - 0.5F;
    hits.push_back(hit(document, score, static_cast<std::uint32_t>(random() % 3)));
  }
  std::sort(hits.begin(), hits.end(), ranks_before);
  return hits;
}

}  // namespace marrow::test
