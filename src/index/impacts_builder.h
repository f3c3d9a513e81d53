#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "index/byte_lists.h"
#include "index/format.h"
#include "index/impacts_view.h"
#include "marrow/types.h"

namespace marrow {

/// Turns the sparse vectors of units, one after another, into the impacts of a segment and their file.
/// Thread safety: none.
class ImpactsBuilder {
 public:
  explicit ImpactsBuilder(std::size_t vocabulary_size) : terms_(vocabulary_size) {}

  /// Adds the next unit's vector, which may be empty. `unit_name` names it in messages.
  /// Throws invalid_argument unless its terms ascend strictly and are below the vocabulary's size and
  /// its weights, one a term, are finite and above 0, or when there is no room for it.
  void add_unit(const SparseVector& vector, std::string_view unit_name);

  std::size_t unit_count() const noexcept { return unit_count_; }
  std::size_t memory_bytes() const noexcept {
    return terms_.capacity() * sizeof(Term) + lists_.memory_bytes();
  }

  /// Writes the impacts to `path`. Throws io.
  FileIdentity write(const std::filesystem::path& path) const;

 private:
  struct Term {
    ByteLists::List list;
    std::uint32_t posting_count = 0;
    std::uint32_t last_unit = 0;
  };

  void check_vector(const SparseVector& vector, std::string_view unit_name) const;
  template <typename Visit>
  void for_each_impact(const Term& term, Visit visit) const;

  std::vector<Term> terms_;  // by vocabulary id
  ByteLists lists_;
  std::size_t unit_count_ = 0;
};

/// The largest weight of `impacts`, 0 when there is none. Reads them all.
float largest_weight(const ImpactsView& impacts);

/// Writes the 8-bit form of `impacts` (see QuantizedImpactsView) to `path`. `largest` is the largest
/// weight of the whole field, at least largest_weight(impacts). Throws io.
FileIdentity write_quantized_impacts(const ImpactsView& impacts, float largest,
                                     const std::filesystem::path& path);

}  // namespace marrow
