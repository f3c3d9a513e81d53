#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

namespace marrow {

/// Why a request could not be honoured. docs and the command line map each to one exit code:
/// invalid_argument and bad_input 2, not_found 3, io 4, corrupt_index 5.
enum class ErrorCode : std::uint8_t {
  invalid_argument,  ///< an option or argument out of its range
  bad_input,         ///< bytes from outside that do not follow their format
  not_found,         ///< a named thing does not exist
  io,                ///< the system refused to read or write
  corrupt_index,     ///< an index file whose bytes are not what was written
};

/// The code's name as in the table above, for example "bad_input".
std::string_view name_of(ErrorCode code) noexcept;

/// The only exception type the library throws for input it cannot honour.
/// The message names the thing, the value found, and what was expected.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

/// Thrown out of a Progress callback to stop long work. Whoever started the work sees it pass
/// through; nothing half-written remains.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// A place in a named input. A view: `source` must outlive it. Line and column count from 1, in bytes.
struct SourceLocation {
  std::string_view source;
  std::size_t line;
  std::size_t column;
};

/// Throws Error{bad_input} with the message `source:line:column: message`.
[[noreturn]] void fail_at(const SourceLocation& at, const std::string& message);

/// `text` as it may stand in a message: between backquotes, control characters and broken UTF-8 as
/// \xNN, cut after `limit` bytes with "…".
std::string quote(std::string_view text, std::size_t limit = 80);

}  // namespace marrow
