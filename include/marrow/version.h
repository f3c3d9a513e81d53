#pragma once

#include <cstdint>
#include <string_view>

namespace marrow {

inline constexpr std::string_view kVersion = "0.1.0";
/// Version of the index folder's files that this library writes; it reads exactly this one.
inline constexpr std::uint32_t kIndexFormatVersion = 1;

}  // namespace marrow
