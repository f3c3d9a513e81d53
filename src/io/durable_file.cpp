#include "io/durable_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/check.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

[[noreturn]] void fail(const std::filesystem::path& path, const char* what) {
  const int error = errno;
  throw Error(ErrorCode::io, path.string() + ": " + what + ": " + std::generic_category().message(error));
}

}  // namespace

DurableFile::DurableFile(std::filesystem::path path) : path_(std::move(path)), temporary_(path_) {
  temporary_ += ".tmp";
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail(temporary_, "cannot create");
}

DurableFile::~DurableFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void DurableFile::write(std::span<const std::byte> bytes) {
  MARROW_ASSERT(descriptor_ >= 0);
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  size_ += bytes.size();
  if (buffer_.size() >= kBufferBytes) flush_buffer();
}

void DurableFile::flush_buffer() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(temporary_, "cannot write");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void DurableFile::commit() {
  MARROW_ASSERT(descriptor_ >= 0);
  flush_buffer();
  if (::fsync(descriptor_) != 0) fail(temporary_, "cannot flush");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "cannot rename the finished file to");
  ::close(std::exchange(descriptor_, -1));
  flush_folder(path_.has_parent_path() ? path_.parent_path() : std::filesystem::path("."));
}

void flush_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail(folder, "cannot open the folder");
  const int status = ::fsync(descriptor);
  const int error = errno;
  ::close(descriptor);
  errno = error;
  if (status != 0) fail(folder, "cannot flush the folder");
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  DurableFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace marrow
