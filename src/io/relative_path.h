#pragma once

#include <string_view>

namespace marrow {

/// Whether `text`, a path that came from outside (an archive, a listing, a record), stays inside the
/// folder it is joined to: not empty, at most 1,024 bytes, parts separated by single `/`, none of them
/// empty, `.` or `..`, no backslash and no control character. So neither an absolute path nor one that
/// ends in `/` is safe.
bool is_safe_relative_path(std::string_view text) noexcept;

}  // namespace marrow
