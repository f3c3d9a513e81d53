#include "index/posting_ranges.h"

#include <string>

namespace marrow {

PostingRanges::PostingRanges(VerifiedArray<std::uint64_t> offsets, std::size_t posting_count)
    : offsets_(offsets), posting_count_(posting_count) {
  if (offsets_.empty()) offsets_.fail(0, "posting lists without offsets");
}

void PostingRanges::check() const {
  const auto offsets = offsets_.all();
  if (offsets.front() != 0) offsets_.fail(0, "the first offset is not 0");
  for (std::size_t row = 0; row < term_count(); ++row) {
    if (offsets[row] > offsets[row + 1]) offsets_.fail(row, "offsets out of order");
  }
  if (offsets.back() != posting_count_) {
    offsets_.fail(term_count(), "the last offset is " + std::to_string(offsets.back()) + ", expected " +
                                    std::to_string(posting_count_));
  }
}

void check_docs_ascend(const PostingRanges& ranges, const VerifiedArray<DocId>& docs,
                       std::size_t unit_count) {
  for (std::size_t row = 0; row < ranges.term_count(); ++row) {
    const PostingRange range = ranges[TermId(row)];
    const auto list = docs.slice(range.begin, range.count);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (index_of(list[i]) >= unit_count) docs.fail(range.begin + i, "unit out of range");
      if (i > 0 && list[i - 1] >= list[i]) docs.fail(range.begin + i, "units of a term do not ascend");
    }
  }
}

}  // namespace marrow
