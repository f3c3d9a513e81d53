#include "io/json.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "io/mapped_file.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr int kMaxDepth = 200;

SourceLocation location_of(std::string_view text, std::size_t offset, std::string_view source) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t line_start = before.rfind('\n');
  const std::size_t column =
      line_start == std::string_view::npos ? before.size() + 1 : before.size() - line_start;
  return {source, line, column};
}

/// Refuses what the library lets pass: a key that stands twice in one object, and deep nesting.
class Strictness {
 public:
  template <typename Value>
  bool operator()(int depth, Json::parse_event_t event, Value& parsed) {
    if (depth > kMaxDepth)
      throw Error(ErrorCode::bad_input, "nested deeper than " + std::to_string(kMaxDepth));
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key) {
      const auto& key = parsed.template get_ref<const std::string&>();
      if (!keys_.back().insert(key).second)
        throw Error(ErrorCode::bad_input, "key " + quote(key) + " stands twice");
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

/// The library's message without its own name and place in front, and bounded: it repeats the last
/// token, which may be the whole text.
JsonProblem problem_of(const Json::parse_error& error) {
  constexpr std::size_t longest = 200;
  std::string_view message = error.what();
  for (const std::string_view front : {"] ", "parse error", ": "}) {
    const std::size_t found = message.find(front);
    if (found != std::string_view::npos) message.remove_prefix(found + front.size());
  }
  std::string shown = quote(message, longest);
  shown = shown.substr(1, shown.size() - 2);  // without the backquotes
  return {error.byte > 0 ? error.byte - 1 : 0, std::move(shown)};
}

bool all_finite(const Json& value) {
  if (value.is_number_float()) return std::isfinite(value.get<double>());
  if (!value.is_structured()) return true;
  return std::all_of(value.begin(), value.end(), all_finite);
}

template <typename Value>
Value parse(std::string_view text, std::string_view source) {
  // The library takes a NUL for the end of the text, and would drop whatever follows it.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    fail_at(location_of(text, nul, source), "not JSON: a NUL byte");
  }
  Strictness strictness;
  const auto callback = [&](int depth, Json::parse_event_t event, Value& parsed) {
    return strictness(depth, event, parsed);
  };
  try {
    return Value::parse(text.begin(), text.end(), callback);
  } catch (const Json::parse_error& error) {
    const JsonProblem problem = problem_of(error);
    fail_at(location_of(text, problem.offset, source), "not JSON: " + problem.message);
  } catch (const Json::out_of_range&) {
    throw Error(ErrorCode::bad_input, std::string(source) + ": a number is too large for a double");
  } catch (const Error& error) {
    throw Error(ErrorCode::bad_input, std::string(source) + ": " + error.what());
  }
}

}  // namespace

Json parse_json(std::string_view text, std::string_view source) { return parse<Json>(text, source); }

SortedJson parse_sorted_json(std::string_view text, std::string_view source) {
  return parse<SortedJson>(text, source);
}

std::optional<JsonProblem> find_json_problem(std::string_view text) {
  const std::size_t nul = text.find('\0');
  try {
    const auto keep_nothing = [](int, Json::parse_event_t, Json&) { return false; };
    const std::string_view before_nul = text.substr(0, nul);
    const Json nothing = Json::parse(before_nul.begin(), before_nul.end(), keep_nothing);
    if (nul != std::string_view::npos) return JsonProblem{nul, "a NUL byte"};
    return std::nullopt;
  } catch (const Json::parse_error& error) {
    return problem_of(error);
  } catch (const Json::exception&) {
    return std::nullopt;  // well formed, only more than a number of ours can hold
  }
}

Json read_json_file(const std::filesystem::path& path) {
  const MappedFile file(path);
  const auto bytes = file.bytes();
  return parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path.string());
}

std::string to_text(const Json& value, int indent) {
  if (!all_finite(value)) throw Error(ErrorCode::invalid_argument, "JSON has no NaN or infinity, got one");
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace marrow
