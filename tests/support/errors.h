#pragma once

#include <string>

#include "marrow/error.h"

namespace marrow::test {

/// The marrow::Error that `action` throws; an Error that says so when it throws none. Any other
/// exception passes through and fails the test.
template <typename Action>
Error error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::invalid_argument, "(no error was thrown)");
}

}  // namespace marrow::test
