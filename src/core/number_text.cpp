#include "core/number_text.h"

#include <array>
#include <charconv>

namespace marrow {
namespace {

template <typename Number>
std::string shortest(Number value) {
  std::array<char, 32> buffer{};  // the longest double has 24 characters
  const auto [end, status] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return status == std::errc{} ? std::string(buffer.data(), end) : std::string();
}

}  // namespace

std::string number_text(double value) { return shortest(value); }
std::string number_text(float value) { return shortest(value); }

}  // namespace marrow
