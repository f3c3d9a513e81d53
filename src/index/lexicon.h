#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "index/string_array.h"
#include "marrow/types.h"

namespace marrow {

/// The terms of one segment's posting lists, in ascending order of their bytes; a term's place is its
/// TermId. A view; see VerifiedArray for lifetime. Thread safety: immutable, freely shared.
class Lexicon {
 public:
  explicit Lexicon(StringArray terms) : terms_(terms) {}

  std::size_t size() const noexcept { return terms_.size(); }

  /// The id of `term`, nothing when no unit holds it. O(log terms), nothing is loaded.
  std::optional<TermId> find(std::string_view term) const;

  /// The bytes of `term`, which must be below size(). Valid as long as the file behind the view.
  std::string_view text(TermId term) const { return terms_[index_of(term)]; }

  /// Walks every invariant: those of StringArray::check, terms strictly ascend.
  void check() const;

 private:
  StringArray terms_;
};

}  // namespace marrow
