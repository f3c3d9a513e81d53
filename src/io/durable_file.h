#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace marrow {

/// A file that is wholly there or not at all.
///
/// Bytes go to `PATH.tmp`; commit() flushes it to the disk, renames it to PATH and flushes the folder.
/// Destroyed without commit(), it leaves PATH as it was and removes the temporary file.
/// Thread safety: none.
class DurableFile {
 public:
  /// Throws io when the temporary file cannot be made.
  explicit DurableFile(std::filesystem::path path);
  ~DurableFile();
  DurableFile(const DurableFile&) = delete;
  DurableFile& operator=(const DurableFile&) = delete;

  /// Appends. Throws io, naming the file, when the disk is full or fails.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

  /// Bytes written so far.
  std::size_t size() const noexcept { return size_; }

  /// Makes the file durable under its name. At most once; write() is over after it.
  void commit();

 private:
  void flush_buffer();

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
  std::string buffer_;
};

/// Flushes a folder's entries, so that renames in it survive power loss. Throws io.
void flush_folder(const std::filesystem::path& folder);

/// Writes `text` to `path`, durably and all at once.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace marrow
