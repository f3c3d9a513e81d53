#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "io/line_reader.h"

namespace marrow {

enum class JsonKind : std::uint8_t { string, number, boolean, null, array, object };

/// One value of a JSON object. A view of the JsonLines that gave it: valid until its next().
struct JsonField {
  std::string_view key;  ///< unescaped; empty for an element of an array
  JsonKind kind = JsonKind::null;
  /// string: its unescaped content. number: its decimal text exactly as it stands in the line, so that
  /// no digit is lost. Otherwise the JSON text.
  std::string_view text;
  std::size_t column = 0;         ///< where the value starts in its line, from 1, in bytes
  std::size_t first_element = 0;  ///< of an array: see JsonLines::elements
  std::size_t element_count = 0;
};

/// Reads JSON Lines: one object a line, blank lines skipped.
///
/// Strict: the whole line must be one JSON object in UTF-8 with nothing behind it, every number and
/// escape well formed, no key twice in the object, nesting at most 200. Anything else is a bad_input
/// as source:line:column: nothing is dropped in silence. Memory is bounded by the longest line.
/// Thread safety: none.
class JsonLines {
 public:
  explicit JsonLines(LineReader lines);
  ~JsonLines();
  JsonLines(JsonLines&&) noexcept;
  JsonLines& operator=(JsonLines&&) noexcept;

  /// Moves to the next object; false when there is none. Throws bad_input, or as LineReader::next.
  bool next();

  /// The current object's fields, in the order of the line.
  std::span<const JsonField> fields() const noexcept;
  /// The field called `key`; nullptr when the object has none.
  const JsonField* find(std::string_view key) const noexcept;
  /// The field called `key`. Throws bad_input when the object has none.
  const JsonField& require(std::string_view key) const;
  /// The elements of a field whose kind is array, in order; an element that is an array or an object
  /// itself has no elements here.
  std::span<const JsonField> elements(const JsonField& array) const noexcept;

  /// Throws bad_input at the field's place: "`KEY`: expected EXPECTED, got KIND `TEXT`".
  [[noreturn]] void refuse(const JsonField& field, std::string_view expected) const;

  const LineReader& lines() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The kind's name, for messages: "string", "number", "true or false", "null", "array", "object".
std::string_view name_of(JsonKind kind) noexcept;

}  // namespace marrow
