#pragma once

#include <string>
#include <string_view>

#include "corpus/seen_ids.h"
#include "io/line_reader.h"

namespace marrow {

/// Which documents a file has named for which query, so that none is named twice. Ids hold no tab.
/// Thread safety: none.
class SeenPairs {
 public:
  /// Remembers the pair of the current line. Throws bad_input, naming both lines, when it stood before.
  void add(std::string_view query, std::string_view document, const LineReader& lines);

 private:
  SeenIds seen_;
  std::string pair_;
};

}  // namespace marrow
