#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "index/posting_ranges.h"
#include "index/verified_array.h"
#include "marrow/types.h"

namespace marrow {

/// The arrays behind an ImpactsView.
struct ImpactsArrays {
  VerifiedArray<std::uint64_t> offsets;  ///< one a vocabulary id and one more
  VerifiedArray<DocId> docs;             ///< strictly ascending within a term
  VerifiedArray<float> weights;          ///< one a posting, finite and above 0
};

/// The impacts of one learned-sparse field of one segment, in compressed sparse rows over vocabulary
/// ids: which units hold a term, and with what weight. A view; see VerifiedArray for lifetime.
///
/// Checks are PostingsView's: sizes here, a list's bounds when it is asked for, docs below unit_count()
/// by the mapped file or by the builder, the rest by check().
/// Thread safety: immutable, freely shared.
class ImpactsView {
 public:
  struct List {
    std::span<const DocId> docs;
    std::span<const float> weights;
  };

  /// Throws corrupt_index when the arrays' sizes do not fit each other.
  ImpactsView(const ImpactsArrays& arrays, std::size_t unit_count);

  std::size_t vocabulary_size() const noexcept { return ranges_.term_count(); }
  std::size_t unit_count() const noexcept { return unit_count_; }
  std::uint64_t posting_count() const noexcept { return arrays_.docs.size(); }

  /// The impacts of `term`, which must be below vocabulary_size(). Throws corrupt_index.
  List list(TermId term) const {
    const PostingRange range = ranges_[term];
    return {arrays_.docs.slice(range.begin, range.count), arrays_.weights.slice(range.begin, range.count)};
  }

  /// Walks every invariant. Throws corrupt_index where one does not hold.
  void check() const;

 private:
  ImpactsArrays arrays_;
  PostingRanges ranges_;
  std::size_t unit_count_;
};

/// The impacts of one field with their weights in one byte each (requirements, A3): the float32 weight
/// w is kept as code = int(w / largest_weight * 255), so the weights take a quarter of the bytes.
/// Derived from an ImpactsView, whose offsets and docs it shares. A view; see VerifiedArray for lifetime.
/// Thread safety: immutable, freely shared.
class QuantizedImpactsView {
 public:
  struct List {
    std::span<const DocId> docs;
    std::span<const std::uint8_t> codes;
  };

  /// `largest_weight` is that of the whole field, 0 when it has no impacts.
  /// Throws corrupt_index unless there is one code a posting and `largest_weight` is finite and >= 0.
  QuantizedImpactsView(const ImpactsArrays& exact, VerifiedArray<std::uint8_t> codes, float largest_weight,
                       std::size_t unit_count);

  std::size_t vocabulary_size() const noexcept { return ranges_.term_count(); }
  std::size_t unit_count() const noexcept { return unit_count_; }

  /// The impacts of `term`, which must be below vocabulary_size(). Throws corrupt_index.
  List list(TermId term) const {
    const PostingRange range = ranges_[term];
    return {docs_.slice(range.begin, range.count), codes_.slice(range.begin, range.count)};
  }

  /// Throws corrupt_index naming the place of the code of the `posting`-th impact of `term`.
  [[noreturn]] void fail(TermId term, std::size_t posting, const std::string& message) const {
    codes_.fail(ranges_[term].begin + posting, message);
  }

  /// What a code of 1 weighs: a weight is code * step(), at most one step below the exact one.
  float step() const noexcept { return largest_weight_ / 255.0F; }
  float largest_weight() const noexcept { return largest_weight_; }

 private:
  PostingRanges ranges_;
  VerifiedArray<DocId> docs_;
  VerifiedArray<std::uint8_t> codes_;
  float largest_weight_;
  std::size_t unit_count_;
};

/// The code of `weight`, which must lie in [0, largest_weight]; 0 when `largest_weight` is 0.
std::uint8_t quantize_impact(float weight, float largest_weight) noexcept;

}  // namespace marrow
