#pragma once

#include <string>
#include <string_view>

#include "io/line_reader.h"

namespace marrow::cli {

/// Opens a file, plain or gzip, or standard input ("-"), as often as it is asked to: what cannot be read
/// twice is kept in memory.
class Reopenable {
 public:
  explicit Reopenable(std::string path);

  LineReader open() const;
  /// The first line that is not blank; empty when there is none.
  std::string first_line() const;

 private:
  std::string path_;
  std::string kept_;
};

}  // namespace marrow::cli
