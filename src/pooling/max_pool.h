#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/top_k.h"
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

/// Keeps the `k` best documents of hits on units that arrive document by document, in O(k) memory: the
/// inside of a leg that scans units in their stored order.
/// Thread safety: none; one a thread, then max_pool() the parts.
class PooledTopK {
 public:
  explicit PooledTopK(std::size_t k) : best_(k) {}

  /// A unit scoring below this cannot change the result; see TopK::threshold().
  float threshold() const noexcept { return best_.threshold(); }

  /// Requires a finite score. The units of one document must come without another document's between
  /// them; those that do not match may be left out.
  void offer(const Hit& unit_hit) {
    if (pending_ && current_.document == unit_hit.document) {
      if (better_unit(unit_hit, current_)) current_ = unit_hit;
      return;
    }
    if (pending_) best_.offer(current_);
    current_ = unit_hit;
    pending_ = true;
  }

  /// The kept documents, best first. Consumes the collector.
  std::vector<Hit> take() && {
    if (pending_) best_.offer(current_);
    return std::move(best_).take();
  }

 private:
  TopK best_;
  Hit current_;  ///< the best unit so far of the document that is arriving
  bool pending_ = false;
};

}  // namespace marrow
