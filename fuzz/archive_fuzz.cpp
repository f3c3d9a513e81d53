#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "io/archive.h"
#include "io/relative_path.h"
#include "marrow/error.h"

/// Any bytes as an archive: safe names and bounded contents, or an error.
namespace {

constexpr marrow::ArchiveLimits kLimits{.max_bytes = 1 << 20, .max_members = 100};

void require(bool holds) {
  if (!holds) std::abort();
}

void read_archive(const std::string& path) {
  const auto names = marrow::list_archive(path, kLimits);
  require(names.size() <= kLimits.max_members);
  for (const std::string& name : names) {
    require(marrow::is_safe_relative_path(name));
    require(marrow::read_member(path, name, kLimits).size() <= kLimits.max_bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = ::memfd_create("archive", MFD_CLOEXEC);
  require(file >= 0 && ::write(file, data, size) == static_cast<ssize_t>(size));
  try {
    read_archive("/proc/self/fd/" + std::to_string(file));
  } catch (const marrow::Error& error) {
    require(error.code() == marrow::ErrorCode::bad_input);
  }
  ::close(file);
  return 0;
}
