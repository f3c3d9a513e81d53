#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/check.h"
#include "marrow/types.h"

/// Units (chunks) into documents: a document scores what its best unit scores.
///
/// Pooling comes before the cut. Cutting first would let one document's many units fill the places of
/// others, and k hits would be fewer than k documents.
namespace marrow {

/// Whether `a` stands for its document rather than `b` of the same document: the higher score, between
/// equal scores the earlier unit.
constexpr bool better_unit(const Hit& a, const Hit& b) noexcept {
  return a.score != b.score ? a.score > b.score : a.unit < b.unit;
}

/// The `k` best documents of hits on units, in the order of ranks_before; each document once, as its
/// better_unit. Hits may come in any order and from several parts of a collection: pooling each part's
/// own k best documents again gives what pooling the whole at once gives. O(n log n).
std::vector<Hit> max_pool(std::vector<Hit> unit_hits, std::size_t k);

/// Keeps the `k` best documents of hits on units offered one by one, in any order, in O(k) memory: the
/// end of every leg. Hits are buffered and pooled whenever the buffer is full, which costs less than
/// finding each hit's document among those kept.
///
/// Dropping a document for good is safe: later units can only raise the documents that pushed it out,
/// and a later unit of its own that beats them brings it back.
/// Thread safety: none; one a thread, then max_pool() the parts.
class PooledTopK {
 public:
  /// `k` is user input: memory grows with what is offered, not with k.
  explicit PooledTopK(std::size_t k);

  /// A unit scoring below this cannot change the result; -infinity at first, +infinity when k is 0.
  /// One that scores exactly this much still can, so skip with `<`.
  float threshold() const noexcept { return threshold_; }

  /// Requires a finite score.
  void offer(const Hit& unit_hit) {
    MARROW_ASSERT(std::isfinite(unit_hit.score));
    if (unit_hit.score < threshold_) return;
    buffer_.push_back(unit_hit);
    if (buffer_.size() >= limit_) pool_buffer();
  }

  /// The kept documents, best first. Consumes the collector.
  std::vector<Hit> take() &&;

 private:
  void pool_buffer();

  std::size_t k_;
  std::size_t limit_;  ///< buffered hits at which they are pooled, above k_
  float threshold_ = -std::numeric_limits<float>::infinity();
  std::vector<Hit> buffer_;
};

}  // namespace marrow
