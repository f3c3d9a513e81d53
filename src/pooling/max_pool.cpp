#include "pooling/max_pool.h"

#include <algorithm>
#include <utility>

namespace marrow {
namespace {

/// Leaves each document's better unit, and of those the k best documents, in no order.
void keep_best(std::vector<Hit>& hits, std::size_t k) {
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return a.document != b.document ? a.document < b.document : better_unit(a, b);
  });
  const auto same_document = [](const Hit& a, const Hit& b) { return a.document == b.document; };
  hits.erase(std::unique(hits.begin(), hits.end(), same_document), hits.end());
  if (k == 0) hits.clear();
  if (hits.size() <= k) return;
  const auto kth_best = hits.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(hits.begin(), kth_best, hits.end(), ranks_before);
  hits.resize(k);
}

}  // namespace

std::vector<Hit> max_pool(std::vector<Hit> unit_hits, std::size_t k) {
  keep_best(unit_hits, k);
  std::sort(unit_hits.begin(), unit_hits.end(), ranks_before);
  return unit_hits;
}

PooledTopK::PooledTopK(std::size_t k) : k_(k) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  limit_ = k > most / 4 ? most : 2 * k + 64;
  if (k == 0) threshold_ = std::numeric_limits<float>::infinity();
}

void PooledTopK::pool_buffer() {
  keep_best(buffer_, k_);
  if (buffer_.size() < k_) return;
  const auto scores_less = [](const Hit& a, const Hit& b) { return a.score < b.score; };
  threshold_ = std::min_element(buffer_.begin(), buffer_.end(), scores_less)->score;
}

std::vector<Hit> PooledTopK::take() && { return max_pool(std::move(buffer_), k_); }

}  // namespace marrow
