#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace marrow {

/// A named stream of bytes that is read once, front to back, in bounded memory.
/// Thread safety: none.
class ByteSource {
 public:
  explicit ByteSource(std::string name) : name_(std::move(name)) {}
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// What messages call the stream: its path as it was given, or the name it was made with.
  const std::string& name() const noexcept { return name_; }

  /// Fills the front of `out` and returns how many bytes it wrote: at least one, except 0 at the end
  /// of the stream and for an empty `out`. Throws io when the system refuses to read, bad_input when
  /// the bytes do not follow their compression format; both name the stream.
  std::size_t read(std::span<char> out) { return out.empty() ? 0 : do_read(out); }

 private:
  virtual std::size_t do_read(std::span<char> out) = 0;

  std::string name_;
};

/// The bytes of the file at `path`, as they are. Throws not_found or io.
std::unique_ptr<ByteSource> open_raw(const std::filesystem::path& path);

/// The bytes of an open file descriptor (standard input is 0), which stays open.
std::unique_ptr<ByteSource> open_descriptor(int descriptor, std::string name);

/// The bytes of `text`: tests, fuzzers and request bodies.
std::unique_ptr<ByteSource> open_text(std::string text, std::string name);

/// `source` decompressed when its first two bytes are gzip's (1f 8b), `source` as it is otherwise.
/// Members that follow one another give their contents joined, as gzip does. A member that is cut
/// short, damaged, or followed by anything that is no member is a bad_input: never a silent end.
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source);

/// decompressed(open_raw(path)). The content decides, not the file's name.
std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);

}  // namespace marrow
