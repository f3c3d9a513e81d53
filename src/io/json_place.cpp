#include "io/json_place.h"

#include <limits>

#include "marrow/error.h"

namespace marrow {

void JsonPlace::refuse(std::string_view expected) const {
  constexpr auto replace = SortedJson::error_handler_t::replace;
  // Only small values are worth showing, and only they are cheap to print.
  const std::string found = value_->is_structured()
                                ? std::string(value_->is_array() ? "an array" : "an object")
                                : quote(value_->dump(-1, ' ', false, replace));
  throw Error(ErrorCode::bad_input, place_ + ": expected " + std::string(expected) + ", got " + found);
}

const SortedJson& JsonPlace::object() const {
  if (!value_->is_object()) refuse("an object");
  return *value_;
}

JsonPlace JsonPlace::at(std::string_view key) const {
  const auto found = object().find(key);
  if (found == value_->end()) {
    throw Error(ErrorCode::bad_input, place_ + ": expected a member " + quote(key) + ", found none");
  }
  JsonPlace member(*found, place_ + (at_root_ ? ": " : ".") + std::string(key));
  member.at_root_ = false;
  return member;
}

bool JsonPlace::has(std::string_view key) const {
  const auto found = object().find(key);
  return found != value_->end() && !found->is_null();
}

std::vector<JsonPlace> JsonPlace::elements() const {
  if (!value_->is_array()) refuse("an array");
  std::vector<JsonPlace> elements;
  for (const SortedJson& element : *value_) {
    JsonPlace place(element, place_ + '[' + std::to_string(elements.size()) + ']');
    place.at_root_ = false;
    elements.push_back(std::move(place));
  }
  return elements;
}

std::string JsonPlace::text() const {
  if (!value_->is_string()) refuse("a string");
  return value_->get<std::string>();
}

bool JsonPlace::boolean() const {
  if (!value_->is_boolean()) refuse("true or false");
  return value_->get<bool>();
}

std::uint32_t JsonPlace::count() const {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (!value_->is_number_unsigned() || value_->get<std::uint64_t>() > most) {
    refuse("a whole number from 0 to " + std::to_string(most));
  }
  return value_->get<std::uint32_t>();
}

std::uint64_t JsonPlace::large_count() const {
  if (!value_->is_number_unsigned()) refuse("a whole number from 0 on");
  return value_->get<std::uint64_t>();
}

std::string JsonPlace::text_or(std::string_view key, std::string_view fallback) const {
  return has(key) ? at(key).text() : std::string(fallback);
}

bool JsonPlace::boolean_or(std::string_view key, bool fallback) const {
  return has(key) ? at(key).boolean() : fallback;
}

std::uint32_t JsonPlace::count_or(std::string_view key, std::uint32_t fallback) const {
  return has(key) ? at(key).count() : fallback;
}

}  // namespace marrow
