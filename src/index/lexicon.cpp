#include "index/lexicon.h"

namespace marrow {

std::optional<TermId> Lexicon::find(std::string_view term) const {
  std::size_t begin = 0;
  std::size_t end = size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (terms_[middle] < term) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == size() || terms_[begin] != term) return std::nullopt;
  return TermId(begin);
}

void Lexicon::check() const {
  terms_.check();
  for (std::size_t i = 1; i < size(); ++i) {
    if (terms_[i - 1] >= terms_[i]) terms_.fail(i, "terms do not ascend");
  }
}

}  // namespace marrow
