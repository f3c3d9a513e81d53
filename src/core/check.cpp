#include "core/check.h"

#include <cstdio>
#include <cstdlib>

namespace marrow::detail {

void assertion_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "%s:%d: a bug in marrow: `%s` does not hold\n", file, line, condition);
  std::abort();
}

}  // namespace marrow::detail
