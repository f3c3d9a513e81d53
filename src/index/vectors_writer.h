#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "index/format.h"
#include "index/index_file_writer.h"

namespace marrow {

/// Streams the vectors of one dense field to their file, row after row. Thread safety: none.
class VectorsWriter {
 public:
  /// Throws io.
  VectorsWriter(const std::filesystem::path& path, std::size_t dimension);

  std::size_t dimension() const noexcept { return dimension_; }
  std::size_t rows() const noexcept { return rows_; }

  /// Appends one row. `unit_name` names it in messages. Throws invalid_argument when the row has
  /// another length, holds a value that is not finite, or is all zeros: it has no direction (BR-27).
  void add_row(std::span<const float> row, std::string_view unit_name);

  /// Makes the file durable. At most once.
  FileIdentity finish();

 private:
  IndexFileWriter file_;
  std::size_t dimension_;
  std::size_t rows_ = 0;
  std::vector<float> padded_;  // one row as it lies in the file
};

}  // namespace marrow
