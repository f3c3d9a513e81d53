#include "io/byte_source.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 17;
/// zlib: 15 bits of window, and 16 asks for gzip's wrapper rather than zlib's.
constexpr int kGzipWindowBits = 15 + 16;

[[noreturn]] void fail_system(const std::string& name, const char* what, int error) {
  const ErrorCode code = error == ENOENT ? ErrorCode::not_found : ErrorCode::io;
  throw Error(code, name + ": " + what + ": " + std::generic_category().message(error));
}

class DescriptorSource : public ByteSource {
 public:
  DescriptorSource(int descriptor, std::string name) : ByteSource(std::move(name)), descriptor_(descriptor) {}

 protected:
  int descriptor() const noexcept { return descriptor_; }

 private:
  std::size_t do_read(std::span<char> out) final {
    for (;;) {
      const ssize_t count = ::read(descriptor_, out.data(), out.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) fail_system(name(), "cannot read", errno);
    }
  }

  int descriptor_;
};

class FileSource final : public DescriptorSource {
 public:
  explicit FileSource(const std::filesystem::path& path)
      : DescriptorSource(::open(path.c_str(), O_RDONLY | O_CLOEXEC), path.string()) {
    if (descriptor() < 0) fail_system(name(), "cannot open", errno);
  }
  ~FileSource() override { ::close(descriptor()); }
};

class TextSource final : public ByteSource {
 public:
  TextSource(std::string text, std::string name) : ByteSource(std::move(name)), text_(std::move(text)) {}

 private:
  std::size_t do_read(std::span<char> out) override {
    const std::size_t count = text_.copy(out.data(), out.size(), next_);
    next_ += count;
    return count;
  }

  std::string text_;
  std::size_t next_ = 0;
};

/// Bytes that were read ahead, then the rest of the source.
class PeekedSource final : public ByteSource {
 public:
  PeekedSource(std::string peeked, std::unique_ptr<ByteSource> rest)
      : ByteSource(rest->name()), peeked_(std::move(peeked)), rest_(std::move(rest)) {}

 private:
  std::size_t do_read(std::span<char> out) override {
    if (next_ == peeked_.size()) return rest_->read(out);
    const std::size_t count = peeked_.copy(out.data(), out.size(), next_);
    next_ += count;
    return count;
  }

  std::string peeked_;
  std::unique_ptr<ByteSource> rest_;
  std::size_t next_ = 0;
};

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<ByteSource> packed)
      : ByteSource(packed->name()), packed_(std::move(packed)), input_(kChunkBytes) {
    if (inflateInit2(&stream_, kGzipWindowBits) != Z_OK) {
      throw Error(ErrorCode::io, name() + ": zlib cannot start: out of memory");
    }
  }
  ~GzipSource() override { inflateEnd(&stream_); }

 private:
  std::size_t do_read(std::span<char> out) override {
    const std::size_t wanted = std::min(out.size(), kChunkBytes);
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(wanted);
    while (stream_.avail_out == wanted) {
      if (stream_.avail_in == 0 && !refill()) {
        if (!inside_member_) return 0;
        fail("the gzip data is cut short");
      }
      if (!inside_member_) start_next_member();
      inflate_some();
    }
    return wanted - stream_.avail_out;
  }

  bool refill() {
    const std::size_t count = packed_->read(input_);
    packed_bytes_ += count;
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(count);
    return count > 0;
  }

  void start_next_member() {
    inflateReset(&stream_);
    inside_member_ = true;
  }

  void inflate_some() {
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) inside_member_ = false;
    if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR) return;
    fail(std::string("the gzip data is damaged (") + (stream_.msg != nullptr ? stream_.msg : "unknown") +
         ")");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::bad_input,
                name() + '@' + std::to_string(packed_bytes_ - stream_.avail_in) + ": " + what);
  }

  std::unique_ptr<ByteSource> packed_;
  std::vector<char> input_;
  std::size_t packed_bytes_ = 0;
  z_stream stream_{};
  bool inside_member_ = true;
};

}  // namespace

std::unique_ptr<ByteSource> open_raw(const std::filesystem::path& path) {
  return std::make_unique<FileSource>(path);
}

std::unique_ptr<ByteSource> open_descriptor(int descriptor, std::string name) {
  return std::make_unique<DescriptorSource>(descriptor, std::move(name));
}

std::unique_ptr<ByteSource> open_text(std::string text, std::string name) {
  return std::make_unique<TextSource>(std::move(text), std::move(name));
}

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source) {
  constexpr std::string_view magic = "\x1f\x8b";
  std::string peeked(magic.size(), '\0');
  std::size_t filled = 0;
  while (filled < peeked.size()) {
    const std::size_t count = source->read(std::span(peeked).subspan(filled));
    if (count == 0) break;
    filled += count;
  }
  peeked.resize(filled);
  const bool packed = peeked == magic;
  auto whole = std::make_unique<PeekedSource>(std::move(peeked), std::move(source));
  if (packed) return std::make_unique<GzipSource>(std::move(whole));
  return whole;
}

std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path) {
  return decompressed(open_raw(path));
}

}  // namespace marrow
