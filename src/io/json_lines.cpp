#include "io/json_lines.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/check.h"
#include "io/json.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::string_view kBlank = " \t\r\n";
/// As parse_json. The parser below has no limit of its own.
constexpr int kMaxDepth = 200;

std::string_view trim_end(std::string_view text) { return text.substr(0, text.find_last_not_of(kBlank) + 1); }

/// Skips the digits at the front of `text`; false when there is none.
bool skip_digits(std::string_view& text) {
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(count);
  return count > 0;
}

/// RFC 8259, section 6. The parser below would turn the text into a double first, which loses digits
/// and refuses what does not fit.
bool is_json_number(std::string_view text) {
  const auto skip = [&](char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
  };
  skip('-');
  if (!skip('0') && !skip_digits(text)) return false;
  if (skip('.') && !skip_digits(text)) return false;
  if (skip('e') || skip('E')) {
    if (!skip('+')) skip('-');
    if (!skip_digits(text)) return false;
  }
  return text.empty();
}

/// A line that the fast parser refused, with the place the exact parser names.
[[noreturn]] void fail_parsing(const LineReader& lines, const char* reason) {
  const auto problem = find_json_problem(lines.text());
  if (problem) fail_at(lines.at(problem->offset + 1), "not JSON: " + problem->message);
  fail_at(lines.at(1), std::string("not JSON: ") + reason);
}

}  // namespace

std::string_view name_of(JsonKind kind) noexcept {
  switch (kind) {
    case JsonKind::string:
      return "string";
    case JsonKind::number:
      return "number";
    case JsonKind::boolean:
      return "true or false";
    case JsonKind::null:
      return "null";
    case JsonKind::array:
      return "array";
    case JsonKind::object:
      return "object";
  }
  return "unknown";
}

struct JsonLines::State {
  explicit State(LineReader reader) : lines(std::move(reader)) {}

  using Value = simdjson::ondemand::value;

  LineReader lines;
  simdjson::ondemand::parser parser;
  std::vector<char> padded;  // the line, and the padding that the parser may read beyond it
  std::vector<JsonField> fields;
  std::vector<JsonField> elements;
  std::vector<const JsonField*> by_key;  // to find a key that stands twice

  void parse_line() {
    fields.clear();
    elements.clear();
    try {
      simdjson::ondemand::document document = parser.iterate(pad());
      if (document.type().value() != simdjson::ondemand::json_type::object) {
        fail_at(lines.at(lines.text().find_first_not_of(kBlank) + 1), "expected one JSON object a line");
      }
      for (simdjson::ondemand::field field : document.get_object()) {
        const std::string_view key = field.unescaped_key();
        fields.push_back(take(field.value(), key));
      }
      // The place behind the object is outside of the text, unless something follows.
      if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
      }
    } catch (const simdjson::simdjson_error& error) {
      fail_parsing(lines, error.what());
    }
    refuse_repeated_keys();
  }

  simdjson::padded_string_view pad() {
    const std::string_view line = lines.text();
    if (padded.size() < line.size() + simdjson::SIMDJSON_PADDING) {
      padded.resize(line.size() + simdjson::SIMDJSON_PADDING);
    }
    std::memcpy(padded.data(), line.data(), line.size());
    std::memset(padded.data() + line.size(), ' ', simdjson::SIMDJSON_PADDING);
    return simdjson::padded_string_view(padded.data(), line.size(), padded.size());
  }

  /// The value of a field. Every byte of it is checked, wanted or not: the parser by itself would
  /// step over what nobody asks for.
  JsonField take(Value value, std::string_view key) {
    JsonField field = take_token(value);
    field.key = key;
    if (field.kind != JsonKind::array) {
      finish(value, field, 1);
      return field;
    }
    field.first_element = elements.size();
    simdjson::ondemand::array array = value.get_array();
    for (Value element : array) {
      JsonField taken = take_token(element);
      finish(element, taken, 2);
      elements.push_back(taken);
    }
    field.element_count = elements.size() - field.first_element;
    field.text = trim_end(array.raw_json());
    return field;
  }

  /// The kind, the first token and the place of a value, which stays unread.
  JsonField take_token(Value& value) const {
    using Type = simdjson::ondemand::json_type;
    JsonField field;
    field.text = trim_end(value.raw_json_token());
    field.column = static_cast<std::size_t>(field.text.data() - padded.data()) + 1;
    switch (value.type().value()) {
      case Type::array:
        field.kind = JsonKind::array;
        break;
      case Type::object:
        field.kind = JsonKind::object;
        break;
      case Type::string:
        field.kind = JsonKind::string;
        break;
      case Type::number:
        field.kind = JsonKind::number;
        break;
      case Type::boolean:
        field.kind = JsonKind::boolean;
        break;
      case Type::null:
        field.kind = JsonKind::null;
        break;
    }
    return field;
  }

  /// Reads the value, which stands inside `depth` objects and arrays, to its end and leaves its
  /// content in field.text.
  void finish(Value& value, JsonField& field, int depth) {
    if (depth > kMaxDepth) {
      fail_at(lines.at(field.column), "nested deeper than " + std::to_string(kMaxDepth));
    }
    switch (field.kind) {
      case JsonKind::string:
        field.text = value.get_string();
        break;
      case JsonKind::number:
        if (!is_json_number(field.text)) throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
        break;
      case JsonKind::boolean:
        static_cast<void>(value.get_bool().value());
        break;
      case JsonKind::null:
        if (!value.is_null()) throw simdjson::simdjson_error(simdjson::N_ATOM_ERROR);
        break;
      case JsonKind::array: {
        simdjson::ondemand::array array = value.get_array();
        for (Value element : array) check(element, depth + 1);
        field.text = trim_end(array.raw_json());
        break;
      }
      case JsonKind::object: {
        simdjson::ondemand::object object = value.get_object();
        for (simdjson::ondemand::field inner : object) {
          static_cast<void>(inner.unescaped_key().value());
          check(inner.value(), depth + 1);
        }
        field.text = trim_end(object.raw_json());
        break;
      }
    }
  }

  void check(Value value, int depth) {
    JsonField field = take_token(value);
    finish(value, field, depth);
  }

  void refuse_repeated_keys() {
    by_key.clear();
    for (const JsonField& field : fields) by_key.push_back(&field);
    std::stable_sort(by_key.begin(), by_key.end(),
                     [](const JsonField* a, const JsonField* b) { return a->key < b->key; });
    const auto repeated = std::adjacent_find(by_key.begin(), by_key.end(),
                                             [](const auto* a, const auto* b) { return a->key == b->key; });
    if (repeated == by_key.end()) return;
    fail_at(lines.at((*std::next(repeated))->column), "key " + quote((*repeated)->key) + " stands twice");
  }
};

JsonLines::JsonLines(LineReader lines) : state_(std::make_unique<State>(std::move(lines))) {}
JsonLines::~JsonLines() = default;
JsonLines::JsonLines(JsonLines&&) noexcept = default;
JsonLines& JsonLines::operator=(JsonLines&&) noexcept = default;

bool JsonLines::next() {
  while (state_->lines.next()) {
    if (state_->lines.text().find_first_not_of(kBlank) == std::string_view::npos) continue;
    state_->parse_line();
    return true;
  }
  return false;
}

std::span<const JsonField> JsonLines::fields() const noexcept { return state_->fields; }

const JsonField* JsonLines::find(std::string_view key) const noexcept {
  const auto& fields = state_->fields;
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

const JsonField& JsonLines::require(std::string_view key) const {
  const JsonField* const field = find(key);
  if (field == nullptr) fail_at(lines().at(1), "the object has no key " + quote(key));
  return *field;
}

std::span<const JsonField> JsonLines::elements(const JsonField& array) const noexcept {
  MARROW_ASSERT(array.first_element + array.element_count <= state_->elements.size());
  return std::span(state_->elements).subspan(array.first_element, array.element_count);
}

void JsonLines::refuse(const JsonField& field, std::string_view expected) const {
  std::string found(name_of(field.kind));
  if (field.kind != JsonKind::null) found += ' ' + quote(field.text);
  const std::string where = field.key.empty() ? "" : quote(field.key) + ": ";
  fail_at(lines().at(field.column), where + "expected " + std::string(expected) + ", got " + found);
}

const LineReader& JsonLines::lines() const noexcept { return state_->lines; }

}  // namespace marrow
