#include "reopenable.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "io/byte_source.h"

namespace marrow::cli {

Reopenable::Reopenable(std::string path) : path_(std::move(path)) {
  if (path_ != "-") return;
  LineReader lines(decompressed(open_descriptor(STDIN_FILENO, "standard input")));
  while (lines.next()) {
    kept_ += lines.text();
    kept_ += '\n';
  }
}

LineReader Reopenable::open() const {
  return path_ == "-" ? LineReader(open_text(kept_, "standard input"))
                      : LineReader(std::filesystem::path(path_));
}

std::string Reopenable::first_line() const {
  LineReader lines = open();
  while (lines.next()) {
    if (lines.text().find_first_not_of(" \t\r") != std::string_view::npos) return std::string(lines.text());
  }
  return {};
}

}  // namespace marrow::cli
