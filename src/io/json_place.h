#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/json.h"

namespace marrow {

/// A value in a JSON document that knows its place, so that a wrong one is reported by name:
/// "tokenizer.json: model.unk_token: expected a string, got 3".
///
/// A view: the document must outlive it. Every member that reads throws bad_input, naming the place, when
/// the value is of another kind. Thread safety: immutable.
class JsonPlace {
 public:
  JsonPlace(const SortedJson& document, std::string source) : value_(&document), place_(std::move(source)) {}

  /// Of an object: the member `key`. Throws when there is none.
  JsonPlace at(std::string_view key) const;
  /// Of an object: whether it has the member, and not as null.
  bool has(std::string_view key) const;
  /// Of an array: its elements in order.
  std::vector<JsonPlace> elements() const;

  std::string text() const;
  bool boolean() const;
  /// A whole number of at least 0 that fits.
  std::uint32_t count() const;
  /// The same in 64 bits, as of sizes in bytes.
  std::uint64_t large_count() const;

  /// The same of the member `key`, or `fallback` when it is absent or null.
  std::string text_or(std::string_view key, std::string_view fallback) const;
  bool boolean_or(std::string_view key, bool fallback) const;
  std::uint32_t count_or(std::string_view key, std::uint32_t fallback) const;

  const SortedJson& value() const noexcept { return *value_; }
  const std::string& place() const noexcept { return place_; }

  /// Throws bad_input: the place, what was expected, and the value found.
  [[noreturn]] void refuse(std::string_view expected) const;

 private:
  const SortedJson& object() const;

  const SortedJson* value_;
  std::string place_;
  bool at_root_ = true;
};

}  // namespace marrow
