#include "io/npy.h"

#include <string_view>

namespace marrow {

std::string npy_header(std::size_t rows, std::size_t columns) {
  using namespace std::string_view_literals;
  constexpr std::size_t alignment = 64;
  constexpr std::size_t length_bytes = 2;  // of the description, little-endian
  constexpr std::string_view magic = "\x93NUMPY\x01\x00"sv;
  std::string description = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) +
                            ", " + std::to_string(columns) + "), }";
  const std::size_t unpadded = magic.size() + length_bytes + description.size() + 1;
  description.append((alignment - unpadded % alignment) % alignment, ' ');
  description += '\n';
  std::string header(magic);
  header += static_cast<char>(description.size() & 0xFFU);
  header += static_cast<char>(description.size() >> 8U);
  return header + description;
}

}  // namespace marrow
