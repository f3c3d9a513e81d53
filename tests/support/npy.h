#pragma once

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace marrow::test {

struct FloatMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;  ///< row-major
};

/// The matrix of a .npy file's bytes: format 1.0, float32, row-major, as NumPy and `marrow encode` write it.
inline FloatMatrix parse_npy(const std::string& bytes) {
  constexpr std::size_t fixed = 10;
  const std::size_t length =
      static_cast<unsigned char>(bytes.at(8)) + 256U * static_cast<unsigned char>(bytes.at(9));
  const std::string header = bytes.substr(fixed, length);
  const std::size_t shape = header.find("'shape': (");
  if (bytes.compare(1, 5, "NUMPY") != 0 || header.find("'<f4'") == std::string::npos ||
      shape == std::string::npos) {
    throw std::runtime_error("not a float32 .npy file: " + header);
  }
  FloatMatrix matrix;
  std::size_t parsed = 0;
  const std::string numbers = header.substr(shape + 10);
  matrix.rows = std::stoul(numbers, &parsed);
  matrix.columns = std::stoul(numbers.substr(parsed + 1));
  matrix.values.resize(matrix.rows * matrix.columns);
  if (bytes.size() != fixed + length + 4 * matrix.values.size())
    throw std::runtime_error("wrong size: " + header);
  std::memcpy(matrix.values.data(), bytes.data() + fixed + length, 4 * matrix.values.size());
  return matrix;
}

inline FloatMatrix read_npy(const std::filesystem::path& path) { return parse_npy(read_all(path)); }

}  // namespace marrow::test
