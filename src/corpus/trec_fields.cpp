#include "corpus/trec_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace marrow::trec {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <typename Number>
std::optional<Number> whole(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// Takes a sign off the front; true when it was '-'.
bool take_sign(std::string_view& text) {
  if (text.empty() || (text.front() != '-' && text.front() != '+')) return false;
  const bool negative = text.front() == '-';
  text.remove_prefix(1);
  return negative;
}

/// The power of ten of the first digit that is not 0 in `text`, which begins with a decimal number that
/// is not 0.
long decimal_magnitude(std::string_view text) {
  constexpr long largest = 1'000'000'000;
  const std::size_t mantissa_end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view mantissa = text.substr(0, mantissa_end);
  const auto point = static_cast<long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<long>(mantissa.find_first_of("123456789"));
  const long magnitude = first < point ? point - first - 1 : point - first;

  std::string_view exponent = text.substr(mantissa_end);
  if (exponent.empty() || (exponent.front() != 'e' && exponent.front() != 'E')) return magnitude;
  exponent.remove_prefix(1);
  const bool negative = take_sign(exponent);
  long power = 0;
  for (std::size_t i = 0; i < exponent.size() && is_digit(exponent[i]); ++i) {
    power = std::min(largest, power * 10 + (exponent[i] - '0'));
  }
  return magnitude + (negative ? -power : power);
}

/// `text` without its sign.
double leading_magnitude(std::string_view text) {
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const bool hexadecimal = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (hexadecimal) {
    // "0x" with no digit behind it begins with the number 0.
    const auto read = std::from_chars(text.data() + 2, end, value, std::chars_format::hex);
    return read.ec == std::errc{} ? value : 0.0;
  }
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec == std::errc::result_out_of_range) {
    return decimal_magnitude(text) > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return read.ec == std::errc{} ? value : 0.0;
}

}  // namespace

Fields split_fields(std::string_view line) {
  Fields fields;
  std::size_t begin = line.find_first_not_of(kWhiteSpace);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kWhiteSpace, begin), line.size());
    if (fields.count < Fields::kKept)
      fields.field[fields.count] = {line.substr(begin, end - begin), begin + 1};
    ++fields.count;
    begin = line.find_first_not_of(kWhiteSpace, end);
  }
  return fields;
}

std::optional<int> whole_integer(std::string_view text) { return whole<int>(text); }

std::optional<double> whole_decimal(std::string_view text) {
  const auto value = whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

int leading_integer(std::string_view text) {
  const bool negative = take_sign(text);
  constexpr long long most = std::numeric_limits<int>::max();
  long long value = 0;
  for (std::size_t i = 0; i < text.size() && is_digit(text[i]); ++i) {
    value = std::min(most, value * 10 + (text[i] - '0'));
  }
  return static_cast<int>(negative ? -value : value);
}

double leading_decimal(std::string_view text) {
  const bool negative = take_sign(text);
  // One sign only: from_chars would take a '-' of its own.
  if (!text.empty() && text.front() == '-') return 0.0;
  const double value = leading_magnitude(text);
  return negative ? -value : value;
}

}  // namespace marrow::trec
