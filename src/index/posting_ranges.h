#pragma once

#include <cstddef>
#include <cstdint>

#include "index/verified_array.h"
#include "marrow/types.h"

namespace marrow {

/// The slice of a posting array that belongs to one term.
struct PostingRange {
  std::size_t begin = 0;
  std::size_t count = 0;
};

/// The row offsets of posting lists in compressed sparse rows: term t owns the postings
/// [offsets[t], offsets[t + 1]). A view; see VerifiedArray for lifetime.
///
/// The constructor checks that there is at least one offset, O(1): opening an index must not read it.
/// Each range is checked when it is asked for, so a bad offset is an error and never a wild read.
/// Thread safety: immutable, freely shared.
class PostingRanges {
 public:
  /// Throws corrupt_index when `offsets` is empty.
  PostingRanges(VerifiedArray<std::uint64_t> offsets, std::size_t posting_count);

  std::size_t term_count() const noexcept { return offsets_.size() - 1; }

  /// The postings of `term`, which must be below term_count(). Throws corrupt_index when its two
  /// offsets do not bound a range of the postings.
  PostingRange operator[](TermId term) const {
    const std::size_t row = index_of(term);
    MARROW_ASSERT(row < term_count());
    const auto bounds = offsets_.slice(row, 2);
    if (bounds[0] > bounds[1] || bounds[1] > posting_count_) offsets_.fail(row, "offsets out of order");
    return {bounds[0], bounds[1] - bounds[0]};
  }

  /// Walks all offsets: they start at 0, never decrease, and end at the number of postings.
  /// Throws corrupt_index where they do not.
  void check() const;

 private:
  VerifiedArray<std::uint64_t> offsets_;
  std::size_t posting_count_;
};

/// Walks the documents of every list: strictly ascending and below `unit_count`.
/// Throws corrupt_index where they are not.
void check_docs_ascend(const PostingRanges& ranges, const VerifiedArray<DocId>& docs, std::size_t unit_count);

}  // namespace marrow
