#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "index/posting_ranges.h"
#include "index/verified_array.h"
#include "marrow/types.h"

namespace marrow {

/// The arrays behind a PostingsView.
struct PostingsArrays {
  VerifiedArray<std::uint64_t> offsets;       ///< one a term and one more
  VerifiedArray<DocId> docs;                  ///< strictly ascending within a term
  VerifiedArray<std::uint32_t> frequencies;   ///< one a posting, at least 1
  VerifiedArray<std::uint32_t> unit_lengths;  ///< terms of each unit, repeated ones counted
  std::uint64_t sum_of_lengths = 0;
};

/// BM25's posting lists of one segment, in compressed sparse rows: which units hold a term, and how
/// often. A view; see VerifiedArray for lifetime.
///
/// The constructor checks sizes, O(1). A list's bounds are checked when it is asked for. That docs are
/// below unit_count() is vouched for by a mapped file and is the builder's duty for
/// arrays in memory; check() walks everything, O(postings), and is run by the builder and `marrow check`.
/// Thread safety: immutable, freely shared.
class PostingsView {
 public:
  struct List {
    std::span<const DocId> docs;
    std::span<const std::uint32_t> frequencies;
  };

  /// Throws corrupt_index when the arrays' sizes do not fit each other.
  explicit PostingsView(const PostingsArrays& arrays);

  std::size_t term_count() const noexcept { return ranges_.term_count(); }
  std::size_t unit_count() const noexcept { return arrays_.unit_lengths.size(); }
  std::uint64_t posting_count() const noexcept { return arrays_.docs.size(); }
  std::uint64_t sum_of_lengths() const noexcept { return arrays_.sum_of_lengths; }

  /// The postings of `term`, which must be below term_count(). Throws corrupt_index.
  List list(TermId term) const {
    const PostingRange range = ranges_[term];
    return {arrays_.docs.slice(range.begin, range.count),
            arrays_.frequencies.slice(range.begin, range.count)};
  }

  /// Units that hold `term`, without reading its postings. Throws corrupt_index.
  std::size_t document_frequency(TermId term) const { return ranges_[term].count; }

  /// The length of every unit, by DocId. Throws corrupt_index.
  std::span<const std::uint32_t> unit_lengths() const { return arrays_.unit_lengths.all(); }

  /// Walks every invariant: those of PostingRanges::check and check_docs_ascend, frequencies at least
  /// 1, each unit's frequencies adding up to its length, the lengths to sum_of_lengths().
  /// Throws corrupt_index where one does not hold.
  void check() const;

 private:
  PostingsArrays arrays_;
  PostingRanges ranges_;
};

}  // namespace marrow
