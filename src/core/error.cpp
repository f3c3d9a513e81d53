#include "marrow/error.h"

#include <array>

namespace marrow {

std::string_view name_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::bad_input:
      return "bad_input";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::io:
      return "io";
    case ErrorCode::corrupt_index:
      return "corrupt_index";
  }
  return "unknown";
}

void fail_at(const SourceLocation& at, const std::string& message) {
  throw Error(ErrorCode::bad_input, std::string(at.source) + ':' + std::to_string(at.line) + ':' +
                                        std::to_string(at.column) + ": " + message);
}

namespace {

/// Length of the well-formed UTF-8 sequence at the front of `text`; 0 when it is broken.
std::size_t sequence_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool outside = (lead == 0xED && byte(1) >= 0xA0) || (lead == 0xF4 && byte(1) >= 0x90);
  return overlong || outside ? 0 : length;
}

void append_escaped(std::string& out, unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\x";
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

}  // namespace

std::string quote(std::string_view text, std::size_t limit) {
  std::string out = "`";
  std::size_t at = 0;
  while (at < text.size() && at < limit) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = byte < 0x20 || byte == 0x7F ? 0 : sequence_length(text.substr(at));
    if (length == 0) {
      append_escaped(out, byte);
      ++at;
    } else {
      out += text.substr(at, length);
      at += length;
    }
  }
  if (at < text.size()) out += "…";
  return out + '`';
}

}  // namespace marrow
