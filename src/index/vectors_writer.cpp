#include "index/vectors_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "index/flat_vectors.h"
#include "marrow/error.h"

namespace marrow {
namespace {

[[noreturn]] void refuse(std::string_view unit_name, const std::string& what) {
  throw Error(ErrorCode::invalid_argument, "the vector of " + std::string(unit_name) + ": " + what);
}

}  // namespace

VectorsWriter::VectorsWriter(const std::filesystem::path& path, std::size_t dimension)
    : file_(path, FileKind::vectors, 2), dimension_(dimension), padded_(vector_stride(dimension), 0.0F) {
  file_.begin_section("vectors.values", sizeof(float));
}

void VectorsWriter::add_row(std::span<const float> row, std::string_view unit_name) {
  if (row.size() != dimension_) {
    refuse(unit_name, std::to_string(row.size()) + " values, expected " + std::to_string(dimension_));
  }
  bool all_zero = true;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!std::isfinite(row[i])) refuse(unit_name, "value " + std::to_string(i) + " is not a finite number");
    all_zero = all_zero && std::fpclassify(row[i]) == FP_ZERO;
  }
  if (all_zero) refuse(unit_name, "every value is 0, so it has no direction and no cosine");
  std::copy(row.begin(), row.end(), padded_.begin());
  file_.write(std::span<const float>(padded_));
  ++rows_;
}

FileIdentity VectorsWriter::finish() {
  const std::array<std::uint64_t, 3> shape{rows_, dimension_, padded_.size()};
  file_.add_section("vectors.shape", std::span<const std::uint64_t>(shape));
  return file_.finish();
}

}  // namespace marrow
