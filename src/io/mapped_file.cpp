#include "io/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "marrow/error.h"

namespace marrow {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error) {
  const ErrorCode code = error == ENOENT ? ErrorCode::not_found : ErrorCode::io;
  throw Error(code, path.string() + ": " + what + ": " + std::generic_category().message(error));
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int value) noexcept : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const noexcept { return value_; }

 private:
  int value_;
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path)
    : path_(std::make_shared<const std::filesystem::path>(path)) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "cannot open", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(path, "cannot read the size of", errno);
  if (!S_ISREG(status.st_mode)) throw Error(ErrorCode::io, path.string() + ": not a regular file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (address == MAP_FAILED) fail(path, "cannot map", errno);
  mapping_ = std::shared_ptr<const void>(
      address, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
  bytes_ = {static_cast<const std::byte*>(address), size};
}

}  // namespace marrow
