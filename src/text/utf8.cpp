#include "text/utf8.h"

#include <algorithm>

namespace marrow {
namespace {

/// What a first byte allows: how many bytes follow and the range of the second one. The narrowed ranges of
/// E0, ED, F0 and F4 exclude overlong forms, surrogates and values above U+10FFFF (Unicode, table 3-7).
struct LeadByte {
  std::uint32_t following = 0;
  unsigned char second_low = 0x80;
  unsigned char second_high = 0xBF;
};

constexpr LeadByte lead_byte(unsigned char byte) noexcept {
  if (byte >= 0xC2 && byte <= 0xDF) return {1};
  if (byte == 0xE0) return {2, 0xA0, 0xBF};
  if (byte == 0xED) return {2, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {2};
  if (byte == 0xF0) return {3, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {3};
  if (byte == 0xF4) return {3, 0x80, 0x8F};
  return {0};
}

constexpr bool is_scalar_value(char32_t value) noexcept {
  return value < 0xD800 || (value > 0xDFFF && value <= 0x10FFFF);
}

}  // namespace

DecodedCodePoint decode_long_utf8(std::string_view text, std::size_t offset) noexcept {
  const auto first = static_cast<unsigned char>(text[offset]);
  const LeadByte lead = lead_byte(first);
  if (lead.following == 0) return {kReplacementCharacter, 1};
  char32_t value = first & (0x3FU >> lead.following);
  unsigned char low = lead.second_low;
  unsigned char high = lead.second_high;
  for (std::uint32_t i = 1; i <= lead.following; ++i) {
    if (offset + i >= text.size()) return {kReplacementCharacter, i};
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    if (byte < low || byte > high) return {kReplacementCharacter, i};
    value = (value << 6) | (byte & 0x3FU);
    low = 0x80;
    high = 0xBF;
  }
  return {value, lead.following + 1};
}

void append_utf8(std::string& out, char32_t code_point) {
  const char32_t c = is_scalar_value(code_point) ? code_point : kReplacementCharacter;
  const auto tail = [c](unsigned shift) { return static_cast<char>(0x80U | ((c >> shift) & 0x3FU)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += {static_cast<char>(0xC0U | (c >> 6)), tail(0)};
  } else if (c < 0x10000) {
    out += {static_cast<char>(0xE0U | (c >> 12)), tail(6), tail(0)};
  } else {
    out += {static_cast<char>(0xF0U | (c >> 18)), tail(12), tail(6), tail(0)};
  }
}

std::u32string to_utf32(std::string_view text) {
  std::u32string code_points;
  code_points.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCodePoint c = decode_utf8(text, at);
    code_points += c.value;
    at += c.length;
  }
  return code_points;
}

std::string to_utf8(std::u32string_view code_points) {
  std::string text;
  text.reserve(code_points.size());
  for (const char32_t c : code_points) append_utf8(text, c);
  return text;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string units;
  units.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCodePoint c = decode_utf8(text, at);
    at += c.length;
    if (c.value < 0x10000) {
      units += static_cast<char16_t>(c.value);
    } else {
      units += static_cast<char16_t>(0xD7C0 + (c.value >> 10));
      units += static_cast<char16_t>(0xDC00 + (c.value & 0x3FF));
    }
  }
  return units;
}

std::string to_utf8(std::u16string_view units) {
  const auto is_low = [](char16_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; };
  std::string text;
  text.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    const char32_t unit = units[i];
    if (unit >= 0xD800 && unit <= 0xDBFF && i + 1 < units.size() && is_low(units[i + 1])) {
      append_utf8(text, ((unit - 0xD7C0) << 10) + (units[++i] - char32_t{0xDC00}));
    } else {
      append_utf8(text, unit);
    }
  }
  return text;
}

bool is_valid_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCodePoint c = decode_utf8(text, at);
    // U+FFFD itself takes three bytes beginning with EF; a broken sequence of three bytes begins with F0 to
    // F4.
    if (c.value == kReplacementCharacter && (c.length != 3 || text[at] != '\xEF')) return false;
    at += c.length;
  }
  return true;
}

}  // namespace marrow
