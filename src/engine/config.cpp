#include "engine/config.h"

#include <charconv>
#include <cmath>
#include <type_traits>

#include "core/nearest.h"
#include "engine/settings.h"
#include "marrow/error.h"

namespace marrow {
namespace {

std::string shortest(double value) {
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

[[noreturn]] void refuse(const Setting& setting, std::string_view value, const std::string& expected,
                         std::string_view source) {
  throw Error(ErrorCode::bad_input, std::string(source) + ": " + std::string(setting.key) + ": got " +
                                        quote(value) + ", expected " + expected);
}

std::string range_text(const Setting& setting) {
  std::string text;
  if (std::isfinite(setting.minimum)) text += ", at least " + shortest(setting.minimum);
  if (std::isfinite(setting.maximum)) text += ", at most " + shortest(setting.maximum);
  return text;
}

/// A number that the whole of `text` spells, within the setting's range.
template <class Number>
Number parse_number(const Setting& setting, std::string_view text, std::string_view source) {
  Number value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto number = static_cast<double>(value);
  const bool whole = status == std::errc{} && end == text.data() + text.size();
  if (!whole || !std::isfinite(number) || number < setting.minimum || number > setting.maximum) {
    const std::string kind = std::is_integral_v<Number> ? "a whole number" : "a number";
    refuse(setting, text, kind + range_text(setting), source);
  }
  return value;
}

bool parse_bool(const Setting& setting, std::string_view text, std::string_view source) {
  if (text == "true") return true;
  if (text == "false") return false;
  refuse(setting, text, "true or false", source);
}

std::string parse_choice(const Setting& setting, std::string_view text, std::string_view source) {
  std::string known;
  for (const std::string_view choice : setting.choices) {
    if (text == choice) return std::string(text);
    known += (known.empty() ? "" : ", ") + std::string(choice);
  }
  if (setting.choices.empty()) return std::string(text);
  refuse(setting, text, "one of " + known, source);
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// "[a, b]" or "a, b" or "a": the items between the commas.
std::vector<std::string_view> split_list(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  std::vector<std::string_view> items;
  while (!trim(text).empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    items.push_back(trim(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return items;
}

/// Stores `text` where a setting's value lives.
struct Assign {
  const Setting& setting;
  std::string_view text;
  std::string_view source;

  void operator()(bool* value) const { *value = parse_bool(setting, text, source); }
  void operator()(std::int64_t* value) const { *value = parse_number<std::int64_t>(setting, text, source); }
  void operator()(double* value) const { *value = parse_number<double>(setting, text, source); }
  void operator()(std::string* value) const { *value = parse_choice(setting, text, source); }
  void operator()(std::vector<std::int64_t>* value) const {
    std::vector<std::int64_t> items;
    for (const auto item : split_list(text))
      items.push_back(parse_number<std::int64_t>(setting, item, source));
    *value = std::move(items);
  }
  void operator()(std::vector<std::string>* value) const {
    std::vector<std::string> items;
    for (const auto item : split_list(text)) items.push_back(parse_choice(setting, item, source));
    *value = std::move(items);
  }
};

std::string yaml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// A setting's value as YAML.
struct Show {
  std::string operator()(const bool* value) const { return *value ? "true" : "false"; }
  std::string operator()(const std::int64_t* value) const { return std::to_string(*value); }
  std::string operator()(const double* value) const { return shortest(*value); }
  std::string operator()(const std::string* value) const { return yaml_string(*value); }
  std::string operator()(const std::vector<std::int64_t>* value) const {
    std::string out;
    for (const std::int64_t item : *value) out += (out.empty() ? "" : ", ") + std::to_string(item);
    return '[' + out + ']';
  }
  std::string operator()(const std::vector<std::string>* value) const {
    std::string out;
    for (const std::string& item : *value) out += (out.empty() ? "" : ", ") + yaml_string(item);
    return '[' + out + ']';
  }
};

std::string value_of(const Setting& setting, Config config) {
  return std::visit(Show{}, setting.value(config));
}

[[noreturn]] void refuse_key(std::string_view key, std::string_view source) {
  std::vector<std::string_view> known;
  for (const Setting& setting : settings()) known.push_back(setting.key);
  const std::string near = nearest(key, known);
  throw Error(ErrorCode::bad_input,
              std::string(source) + ": unknown setting " + quote(key) +
                  (near.empty() ? "; `marrow config` lists them all" : ", did you mean `" + near + "`?"));
}

}  // namespace

void Config::set(std::string_view key, std::string_view value, std::string_view source) {
  for (const Setting& setting : settings()) {
    if (setting.key == key) return std::visit(Assign{setting, value, source}, setting.value(*this));
  }
  refuse_key(key, source);
}

void Config::validate() const {
  if (fusion.alpha + fusion.beta + fusion.gamma > 0.0) return;
  throw Error(ErrorCode::invalid_argument,
              "fusion.alpha, fusion.beta and fusion.gamma are all 0: no list would count");
}

std::string to_yaml(const Config& config) {
  std::string out;
  std::string_view section;
  for (const Setting& setting : settings()) {
    const std::size_t dot = setting.key.find('.');
    if (setting.key.substr(0, dot) != section) {
      section = setting.key.substr(0, dot);
      out += std::string(section) + ":\n";
    }
    const std::string value = setting.secret ? yaml_string("***") : value_of(setting, config);
    out += "  " + std::string(setting.key.substr(dot + 1)) + ": " + value + "  # " +
           std::string(setting.meaning) + '\n';
    if (!setting.why.empty()) {
      out += "    # the reference system's default: " + std::string(setting.reference_default) + "; " +
             std::string(setting.why) + '\n';
    }
  }
  return out;
}

std::vector<std::string> differences(const Config& one, const Config& other) {
  std::vector<std::string> lines;
  for (const Setting& setting : settings()) {
    if (!setting.comparable) continue;
    const std::string a = value_of(setting, one);
    const std::string b = value_of(setting, other);
    if (a != b) lines.push_back(std::string(setting.key) + ": " + a + " against " + b);
  }
  return lines;
}

}  // namespace marrow
