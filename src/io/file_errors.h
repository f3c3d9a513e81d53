#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "marrow/error.h"

namespace marrow {

/// Runs `action` and gives what it gives, turning the exceptions of std::filesystem into Error{io}
/// (not_found where something does not exist) with the path in front.
template <typename Action>
decltype(auto) with_file_errors(Action&& action) {
  try {
    return std::forward<Action>(action)();
  } catch (const std::filesystem::filesystem_error& error) {
    const bool absent = error.code() == std::errc::no_such_file_or_directory;
    throw Error(absent ? ErrorCode::not_found : ErrorCode::io,
                error.path1().string() + ": " + error.code().message());
  }
}

}  // namespace marrow
