#include "core/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace marrow {
namespace {

template <typename Number>
std::string shortest(Number value) {
  if (std::isnan(value)) return "nan";  // whatever its sign bit
  std::array<char, 32> buffer{};        // the longest double has 24 characters
  const auto [end, status] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return status == std::errc{} ? std::string(buffer.data(), end) : std::string();
}

}  // namespace

std::string number_text(double value) { return shortest(value); }
std::string number_text(float value) { return shortest(value); }

std::string fixed_text(double value, int decimals) {
  std::array<char, 640> buffer{};  // 309 digits before the point, at most 300 behind
  const auto [end, status] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  return status == std::errc{} ? std::string(buffer.data(), end) : std::string();
}

}  // namespace marrow
