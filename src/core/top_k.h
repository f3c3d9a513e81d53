#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "core/check.h"
#include "marrow/types.h"

namespace marrow {

/// Keeps the best `k` of all hits offered, in O(k) memory.
///
/// The result depends on the set of hits, never on the order they arrive in, so one thread, eight
/// threads and four shards return the same ranking.
/// Thread safety: none; one TopK a thread, then offer() the parts to one.
class TopK {
 public:
  /// `k` is user input: memory grows with what is offered, not with k.
  explicit TopK(std::size_t k) : k_(k) { heap_.reserve(std::min<std::size_t>(k, 1024)); }

  /// A hit scoring below this cannot enter; -infinity while there is room, +infinity when k is 0.
  /// A hit that scores exactly this much still can (a smaller Sequence wins the tie), so skip
  /// with `<`. Only a scan in ascending Sequence order may skip with `<=`.
  float threshold() const noexcept {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (k_ == 0) return infinity;
    return heap_.size() < k_ ? -infinity : heap_.front().score;
  }

  /// Requires a finite score, and a document that was not offered before.
  void offer(const Hit& hit) {
    MARROW_ASSERT(std::isfinite(hit.score));  // NaN would break the order, hence the heap
    if (heap_.size() < k_) {
      heap_.push_back(hit);
      std::push_heap(heap_.begin(), heap_.end(), ranks_before);
    } else if (k_ > 0 && ranks_before(hit, heap_.front())) {
      std::pop_heap(heap_.begin(), heap_.end(), ranks_before);
      heap_.back() = hit;
      std::push_heap(heap_.begin(), heap_.end(), ranks_before);
    }
  }

  /// The kept hits, best first. Consumes the collector.
  std::vector<Hit> take() && {
    std::sort_heap(heap_.begin(), heap_.end(), ranks_before);
    return std::move(heap_);
  }

 private:
  std::size_t k_;
  std::vector<Hit> heap_;  // front() ranks last of the kept hits
};

}  // namespace marrow
