#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace marrow::trec {

inline constexpr std::string_view kWhiteSpace = " \t\v\f\r\n";

struct Field {
  std::string_view text;
  std::size_t column = 1;  ///< from 1, in bytes
};

/// A line cut at its white space. A view of the line.
struct Fields {
  static constexpr std::size_t kKept = 7;  ///< one more than any format has

  std::array<Field, kKept> field;
  std::size_t count = 0;  ///< of all, also those beyond kKept
};

Fields split_fields(std::string_view line);

/// The whole of `text` as a number; empty when it is anything else, or out of range.
std::optional<int> whole_integer(std::string_view text);
std::optional<double> whole_decimal(std::string_view text);

/// The number that `text` begins with, as C's strtol reads it: 0 when there is none, the nearest int
/// when it is out of range.
int leading_integer(std::string_view text);
/// The number that `text` begins with, as C's strtod reads it in the C locale: 0 when there is none;
/// infinite, or 0, when it is out of range.
double leading_decimal(std::string_view text);

}  // namespace marrow::trec
