#include "index/string_array.h"

namespace marrow {

StringArray::StringArray(VerifiedArray<std::uint64_t> offsets, VerifiedArray<char> bytes)
    : offsets_(offsets), bytes_(bytes) {
  if (offsets_.empty()) offsets_.fail(0, "strings without offsets");
}

void StringArray::check() const {
  const auto offsets = offsets_.all();
  if (offsets.front() != 0) offsets_.fail(0, "the first offset is not 0");
  for (std::size_t i = 0; i < size(); ++i) {
    if (offsets[i] > offsets[i + 1]) offsets_.fail(i, "offsets out of order");
  }
  if (offsets.back() != bytes_.size()) offsets_.fail(size(), "the last offset is not the number of bytes");
}

}  // namespace marrow
