#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "io/json.h"
#include "io/json_lines.h"
#include "marrow/error.h"

/// Any bytes, plain or gzip: objects or an error, and whatever the slow parser takes as one object the
/// fast one takes too, with the same keys and strings.
namespace {

using marrow::Json;
using marrow::JsonKind;
using marrow::JsonLines;

void require(bool holds) {
  if (!holds) std::abort();
}

void read_all(const std::string& bytes) {
  try {
    JsonLines lines(marrow::LineReader(marrow::decompressed(marrow::open_text(bytes, "fuzz"))));
    while (lines.next()) {
      for (const auto& field : lines.fields()) {
        require(field.column >= 1 && field.column <= lines.lines().text().size());
        require(lines.find(field.key) != nullptr);
        for (const auto& element : lines.elements(field)) require(element.column > field.column);
      }
    }
  } catch (const marrow::Error& error) {
    require(error.code() == marrow::ErrorCode::bad_input);
  }
}

void compare_with_slow_parser(const std::string& bytes) {
  if (bytes.find('\n') != std::string::npos || bytes.starts_with("\xEF\xBB\xBF")) return;
  Json expected;
  try {
    expected = marrow::parse_json(bytes, "fuzz");
  } catch (const marrow::Error&) {
    return;
  }
  if (!expected.is_object()) return;
  JsonLines lines(marrow::LineReader(marrow::open_text(bytes, "fuzz")));
  require(lines.next());
  require(lines.fields().size() == expected.size());
  for (const auto& field : lines.fields()) {
    const Json& value = expected.at(std::string(field.key));
    require(value.is_string() == (field.kind == JsonKind::string));
    require(value.is_number() == (field.kind == JsonKind::number));
    if (value.is_string()) require(value.get_ref<const std::string&>() == field.text);
    if (value.is_array()) require(value.size() == lines.elements(field).size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read_all(bytes);
  compare_with_slow_parser(bytes);
  return 0;
}
