#include "io/relative_path.h"

#include <algorithm>
#include <cstddef>

namespace marrow {
namespace {

constexpr std::size_t kMaxPathBytes = 1024;

bool is_refused(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F || c == '\\';
}

bool is_safe_part(std::string_view part) noexcept { return !part.empty() && part != "." && part != ".."; }

}  // namespace

bool is_safe_relative_path(std::string_view text) noexcept {
  if (text.size() > kMaxPathBytes || std::any_of(text.begin(), text.end(), is_refused)) return false;
  for (;;) {
    const std::size_t slash = text.find('/');
    if (!is_safe_part(text.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    text.remove_prefix(slash + 1);
  }
}

}  // namespace marrow
