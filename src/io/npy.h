#pragma once

#include <cstddef>
#include <string>

namespace marrow {

/// What stands before the values in a .npy file (NumPy's format, version 1.0) of a matrix of rows x columns
/// little-endian float32 in row-major order. Its length is a multiple of 64, so that the values of a mapped
/// file are aligned.
std::string npy_header(std::size_t rows, std::size_t columns);

}  // namespace marrow
