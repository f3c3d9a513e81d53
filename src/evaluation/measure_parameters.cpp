#include "evaluation/measure_parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/number_text.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr double kLargestCutoff = 1e9;
constexpr double kLargestLevel = 1e3;
/// Of gains and weights in size: no sum of them can overflow.
constexpr double kLargestGain = 1e9;

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// Reads the parameters of one measure; keeps its name for messages.
class ParameterReader {
 public:
  ParameterReader(const MeasureFamily& family, std::string_view measure)
      : family_(family), measure_(measure) {}

  std::vector<Measure> read(std::string_view parameters) const {
    switch (family_.parameter) {
      case ParameterKind::cutoff:
      case ParameterKind::level:
        return one_each(parameters);
      case ParameterKind::numbers:
        return {numbers(parameters)};
      case ParameterKind::gains:
        return {gains(parameters)};
      case ParameterKind::none:
        break;
    }
    if (!parameters.empty()) fail("takes no parameters", parameters);
    return {Measure{.family = &family_}};
  }

 private:
  [[noreturn]] void fail(const std::string& what, std::string_view found) const {
    throw Error(ErrorCode::invalid_argument,
                "measure " + quote(measure_) + ": " + what + ", got " + quote(found));
  }

  double number(std::string_view text) const {
    const auto value = number_of<double>(text);
    if (!value || !std::isfinite(*value)) fail("expected a number", text);
    return *value;
  }

  double number_within(std::string_view text, double lowest, double highest) const {
    const double value = number(text);
    if (value < lowest || value > highest) {
      fail("expected a number from " + number_text(lowest) + " to " + number_text(highest), text);
    }
    return value;
  }

  double gain(std::string_view text) const { return number_within(text, -kLargestGain, kLargestGain); }

  std::vector<Measure> one_each(std::string_view parameters) const {
    std::vector<double> values;
    for (const std::string_view part : split(parameters)) {
      const bool is_cutoff = family_.parameter == ParameterKind::cutoff;
      const double value = is_cutoff ? number(part) : number_within(part, 0.0, kLargestLevel);
      if (is_cutoff && (value < 1.0 || value > kLargestCutoff || value != std::floor(value))) {
        fail("a cutoff is a whole number from 1", part);
      }
      values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<Measure> measures;
    for (const double value : values) measures.push_back({.family = &family_, .numbers = {value}});
    return measures;
  }

  Measure numbers(std::string_view parameters) const {
    Measure measure{.family = &family_};
    const bool weights = family_.trec_name == "utility";
    for (const std::string_view part : split(parameters)) {
      measure.numbers.push_back(weights ? gain(part) : number_within(part, 0.0, kLargestLevel));
    }
    // How many there must be is what the defaults have; recall levels are as many as one likes.
    const std::size_t wanted = split(family_.defaults).size();
    if (family_.trec_name != "11pt_avg" && measure.numbers.size() != wanted) {
      fail("expected " + std::to_string(wanted) + (wanted == 1 ? " number" : " numbers"), parameters);
    }
    return measure;
  }

  Measure gains(std::string_view parameters) const {
    Measure measure{.family = &family_};
    const bool has_persistence = family_.defaults.starts_with("p=");
    if (has_persistence) measure.numbers = {number(family_.defaults.substr(2))};
    if (parameters.empty()) return measure;
    for (const std::string_view part : split(parameters)) {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos) fail("expected grade=gain", part);
      const std::string_view key = part.substr(0, equals);
      const std::string_view value = part.substr(equals + 1);
      if (has_persistence && key == "p") {
        measure.numbers = {number_within(value, 0.0, 1.0)};
        continue;
      }
      const auto grade = number_of<int>(key);
      if (!grade || *grade < 0) fail("a grade is a whole number from 0", key);
      measure.gains.push_back({*grade, gain(value)});
    }
    return measure;
  }

  const MeasureFamily& family_;
  std::string_view measure_;
};

}  // namespace

std::vector<Measure> read_parameters(const MeasureFamily& family, std::string_view parameters,
                                     std::string_view measure) {
  return ParameterReader(family, measure).read(parameters);
}

}  // namespace marrow
