#include "index/postings_view.h"

#include <string>
#include <vector>

namespace marrow {

PostingsView::PostingsView(const PostingsArrays& arrays)
    : arrays_(arrays), ranges_(arrays.offsets, arrays.docs.size()) {
  if (arrays_.frequencies.size() != arrays_.docs.size()) {
    arrays_.frequencies.fail(0, std::to_string(arrays_.frequencies.size()) + " frequencies for " +
                                    std::to_string(arrays_.docs.size()) + " postings");
  }
}

void PostingsView::check() const {
  ranges_.check();
  check_docs_ascend(ranges_, arrays_.docs, unit_count());
  const auto docs = arrays_.docs.all();
  const auto frequencies = arrays_.frequencies.all();
  std::vector<std::uint64_t> lengths(unit_count(), 0);
  for (std::size_t i = 0; i < docs.size(); ++i) {
    if (frequencies[i] == 0) arrays_.frequencies.fail(i, "a frequency of 0");
    lengths[index_of(docs[i])] += frequencies[i];
  }
  const auto stored = unit_lengths();
  std::uint64_t sum = 0;
  for (std::size_t unit = 0; unit < stored.size(); ++unit) {
    if (stored[unit] != lengths[unit]) {
      arrays_.unit_lengths.fail(unit, "length " + std::to_string(stored[unit]) +
                                          ", but its frequencies add up to " + std::to_string(lengths[unit]));
    }
    sum += stored[unit];
  }
  if (sum != sum_of_lengths()) {
    arrays_.unit_lengths.fail(
        0, "the lengths add up to " + std::to_string(sum) + ", expected " + std::to_string(sum_of_lengths()));
  }
}

}  // namespace marrow
