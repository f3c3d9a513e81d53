#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/line_reader.h"
#include "marrow/encoder.h"

/// Texts that stand one a line.
namespace marrow::cli {

/// The lines of the file at `path`, plain or gzip; of standard input when it is "-".
LineReader open_lines(const std::string& path);

/// The line's two texts, `first TAB second`. Views of the reader's line. Throws bad_input, naming the
/// line, unless it has exactly one tab.
TextPair pair_of(const LineReader& lines);

}  // namespace marrow::cli
