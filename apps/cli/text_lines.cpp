#include "text_lines.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace marrow::cli {

LineReader open_lines(const std::string& path) {
  if (path != "-") return LineReader(std::filesystem::path(path));
  return LineReader(decompressed(open_descriptor(STDIN_FILENO, "standard input")));
}

TextPair pair_of(const LineReader& lines) {
  const std::string_view line = lines.text();
  const auto tabs = std::count(line.begin(), line.end(), '\t');
  if (tabs != 1) {
    fail_at(lines.at(1), "expected `first TAB second`, got " + std::to_string(tabs) + " tabs");
  }
  const std::size_t tab = line.find('\t');
  return {line.substr(0, tab), line.substr(tab + 1)};
}

}  // namespace marrow::cli
