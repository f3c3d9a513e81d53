#include "index/element_rules.h"

#include <cmath>
#include <span>

namespace marrow {
namespace {

/// Place in bytes of the first element for which `broken` holds; the size when there is none.
/// Sections start on 64 bytes and blocks on 64 KiB, so elements are aligned and never cut by a block.
template <typename T, typename Broken>
std::size_t find_broken(std::span<const std::byte> bytes, Broken broken) noexcept {
  const std::span elements(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T));
  bool any = false;
  for (const T element : elements) any |= broken(element);  // without a branch: the compiler vectorises it
  if (!any) return bytes.size();
  std::size_t place = 0;
  while (!broken(elements[place])) ++place;
  return place * sizeof(T);
}

ElementRule rule_of(decltype(ElementRule::first_broken) first_broken, std::uint64_t limit, const char* what) {
  ElementRule rule;
  rule.first_broken = first_broken;
  rule.limit = limit;
  rule.what = what;
  return rule;
}

}  // namespace

ElementRule numbers_below(std::uint64_t limit, const char* what) {
  return rule_of(
      [](std::span<const std::byte> bytes, std::uint64_t highest) noexcept {
        return find_broken<std::uint32_t>(bytes, [highest](std::uint32_t value) { return value >= highest; });
      },
      limit, what);
}

ElementRule numbers_above_zero(const char* what) {
  return rule_of(
      [](std::span<const std::byte> bytes, std::uint64_t) noexcept {
        return find_broken<std::uint32_t>(bytes, [](std::uint32_t value) { return value == 0; });
      },
      0, what);
}

ElementRule floats_finite(const char* what) {
  return rule_of(
      [](std::span<const std::byte> bytes, std::uint64_t) noexcept {
        return find_broken<float>(bytes, [](float value) { return !std::isfinite(value); });
      },
      0, what);
}

ElementRule floats_above_zero(const char* what) {
  return rule_of(
      [](std::span<const std::byte> bytes, std::uint64_t) noexcept {
        return find_broken<float>(bytes, [](float value) { return !std::isfinite(value) || value <= 0.0F; });
      },
      0, what);
}

}  // namespace marrow
