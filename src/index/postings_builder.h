#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "index/byte_lists.h"
#include "index/format.h"
#include "index/string_table.h"
#include "marrow/types.h"

namespace marrow {

/// Turns units, one after another, into the posting lists of a segment and their file.
/// In memory a posting takes 2 to 4 bytes (gap and frequency, 7 bits a byte) until it is written.
/// Thread safety: none.
class PostingsBuilder {
 public:
  /// Adds the next unit, made of these terms in any order, repeated ones counted. At most 2^32 - 1
  /// terms. Throws invalid_argument when there is no room for it: kMostUnits, or a limit of
  /// ByteLists.
  void add_unit(std::span<const std::string_view> terms);

  std::size_t unit_count() const noexcept { return lengths_.size(); }
  std::size_t memory_bytes() const noexcept;

  /// Writes lexicon, postings and lengths to `path`. add_unit() is over after it. Throws io.
  FileIdentity write(const std::filesystem::path& path) const;

 private:
  struct Term {
    ByteLists::List list;
    std::uint32_t posting_count = 0;
    std::uint32_t last_unit = 0;  // of its postings so far
    std::uint32_t frequency = 0;  // in the unit being added, 0 outside add_unit
  };

  template <typename Visit>
  void for_each_posting(std::uint32_t term, Visit visit) const;

  StringTable names_;        // of terms_, by the same number
  std::vector<Term> terms_;  // in the order of their first occurrence
  ByteLists lists_;
  std::vector<std::uint32_t> lengths_;  // by unit
  std::vector<std::uint32_t> touched_;  // terms of the unit being added; kept for its memory
};

}  // namespace marrow
