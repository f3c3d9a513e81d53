#pragma once

/// MARROW_ASSERT(condition): a bug in our own code, unreachable from any input, argument or file.
/// Checked in the debug, sanitizer and CI builds, absent from release ones.

namespace marrow::detail {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line) noexcept;
}

#if defined(MARROW_ASSERTIONS)
#define MARROW_ASSERT(condition)          \
  (static_cast<bool>(condition) ? void(0) \
                                : ::marrow::detail::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define MARROW_ASSERT(condition) static_cast<void>(0)
#endif
