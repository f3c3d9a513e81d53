#include "text/normalizer.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/check.h"

namespace marrow {
namespace {

static_assert(static_cast<int>(GeneralCategory::other_letter) == UTF8PROC_CATEGORY_LO);
static_assert(static_cast<int>(GeneralCategory::other_symbol) == UTF8PROC_CATEGORY_SO);
static_assert(static_cast<int>(GeneralCategory::private_use) == UTF8PROC_CATEGORY_CO);

using Room = std::span<char32_t, kLongestDecomposition>;

/// utf8proc takes signed code points and would read past its tables for values it does not know.
constexpr utf8proc_int32_t as_signed(char32_t code_point) noexcept {
  return code_point <= 0x10FFFF ? static_cast<utf8proc_int32_t>(code_point) : -1;
}

const utf8proc_property_t& property_of(char32_t code_point) noexcept {
  return *utf8proc_get_property(as_signed(code_point));
}

std::span<const char32_t> decompose(char32_t code_point, utf8proc_option_t form, Room room) noexcept {
  std::array<utf8proc_int32_t, kLongestDecomposition> parts{};
  const utf8proc_ssize_t count =
      code_point > 0x10FFFF
          ? -1
          : utf8proc_decompose_char(as_signed(code_point), parts.data(),
                                    static_cast<utf8proc_ssize_t>(parts.size()), form, nullptr);
  if (count <= 0) {
    room[0] = code_point;
    return room.first(1);
  }
  const auto written = static_cast<std::size_t>(count);
  MARROW_ASSERT(written <= room.size());
  std::transform(parts.begin(), parts.begin() + count, room.begin(),
                 [](utf8proc_int32_t part) { return static_cast<char32_t>(part); });
  return room.first(written);
}

std::u32string decompose(std::u32string_view code_points, utf8proc_option_t form) {
  std::u32string result;
  result.reserve(code_points.size());
  std::array<char32_t, kLongestDecomposition> room{};
  for (const char32_t c : code_points) {
    if (c < 0x80) {
      result += c;
    } else {
      const auto parts = decompose(c, form, room);
      result.append(parts.data(), parts.size());
    }
  }
  order_combining_marks(result);
  return result;
}

/// Composes what is decomposed and ordered. The library's own whole-text function also orders the marks,
/// by exchanging neighbours: quadratic in a long run, so ours has done that before.
std::u32string compose(std::u32string_view decomposed) {
  std::vector<utf8proc_int32_t> buffer(decomposed.size() + 1);
  std::transform(decomposed.begin(), decomposed.end(), buffer.begin(), [](char32_t c) {
    return c <= 0x10FFFF ? static_cast<utf8proc_int32_t>(c)
                         : static_cast<utf8proc_int32_t>(kReplacementCharacter);
  });
  const auto length =
      utf8proc_normalize_utf32(buffer.data(), static_cast<utf8proc_ssize_t>(decomposed.size()),
                               static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  MARROW_ASSERT(length >= 0);
  std::u32string result(static_cast<std::size_t>(length), U'\0');
  std::transform(buffer.begin(), buffer.begin() + length, result.begin(),
                 [](utf8proc_int32_t c) { return static_cast<char32_t>(c); });
  return result;
}

constexpr auto kCompatibility = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);

}  // namespace

GeneralCategory general_category(char32_t code_point) noexcept {
  return static_cast<GeneralCategory>(property_of(code_point).category);
}

bool is_white_space(char32_t code_point) noexcept {
  switch (code_point) {
    case 0x20:
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return (code_point >= 0x09 && code_point <= 0x0D) || (code_point >= 0x2000 && code_point <= 0x200A);
  }
}

char32_t to_lower_case(char32_t code_point) noexcept {
  if (code_point < 0x80) return code_point >= U'A' && code_point <= U'Z' ? code_point + 0x20 : code_point;
  if (code_point > 0x10FFFF) return code_point;
  return static_cast<char32_t>(utf8proc_tolower(as_signed(code_point)));
}

void append_lower_case(std::u32string& out, char32_t code_point) {
  constexpr char32_t capital_i_with_dot = 0x0130;
  if (code_point == capital_i_with_dot) {
    out += U"i\u0307";
  } else {
    out += to_lower_case(code_point);
  }
}

std::uint8_t combining_class(char32_t code_point) noexcept {
  return static_cast<std::uint8_t>(property_of(code_point).combining_class);
}

std::span<const char32_t> canonical_decomposition(char32_t code_point, Room room) noexcept {
  return decompose(code_point, UTF8PROC_DECOMPOSE, room);
}

void order_combining_marks(std::span<char32_t> code_points) {
  const auto is_starter = [](char32_t c) { return c < 0x300 || combining_class(c) == 0; };
  const auto by_class = [](char32_t a, char32_t b) { return combining_class(a) < combining_class(b); };
  for (auto begin = code_points.begin(); begin != code_points.end();) {
    begin = std::find_if_not(begin, code_points.end(), is_starter);
    const auto end = std::find_if(begin, code_points.end(), is_starter);
    if (end - begin > 1) std::stable_sort(begin, end, by_class);
    begin = end;
  }
}

std::u32string to_nfd(std::u32string_view code_points) { return decompose(code_points, UTF8PROC_DECOMPOSE); }
std::u32string to_nfc(std::u32string_view code_points) { return compose(to_nfd(code_points)); }
std::u32string to_nfkd(std::u32string_view code_points) { return decompose(code_points, kCompatibility); }
std::u32string to_nfkc(std::u32string_view code_points) { return compose(to_nfkd(code_points)); }

std::string_view unicode_version() noexcept { return utf8proc_unicode_version(); }

}  // namespace marrow
