#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/block_verifier.h"
#include "index/format.h"
#include "io/durable_file.h"

namespace marrow {

/// Writes one file of an index, section after section, in memory that does not grow with it.
/// The file appears under its name, whole and durable, at finish(); without it nothing remains.
/// Equal content gives equal bytes. Thread safety: none.
class IndexFileWriter {
 public:
  /// Exactly `section_count` sections must follow. Throws io.
  IndexFileWriter(const std::filesystem::path& path, FileKind kind, std::uint32_t section_count);

  /// Starts the next section. `name` is new in this file, 1 to 31 characters; `element_bytes` is what
  /// readers will ask for. Ends the section before it.
  void begin_section(std::string_view name, std::size_t element_bytes);

  /// Appends to the section. Throws io.
  void write(std::span<const std::byte> bytes);
  template <typename T>
  void write(std::span<const T> values) {
    write(std::as_bytes(values));
  }
  template <typename T>
  void write_value(const T& value) {
    write(std::span<const T>(&value, 1));
  }

  /// A whole section at once.
  template <typename T>
  void add_section(std::string_view name, std::span<const T> values) {
    begin_section(name, sizeof(T));
    write(values);
  }

  /// Writes metadata and footer and makes the file durable. At most once.
  FileIdentity finish();

 private:
  void append(std::span<const std::byte> bytes);
  void pad();
  void end_block();
  std::size_t size() const noexcept { return checksums_.size() * kBlockBytes + block_.size(); }

  DurableFile file_;
  std::uint32_t section_count_;
  std::vector<format::SectionEntry> sections_;
  std::vector<std::byte> block_;          // what follows the last whole block: not in file_ yet
  std::vector<std::uint64_t> checksums_;  // of the blocks in file_
};

}  // namespace marrow
