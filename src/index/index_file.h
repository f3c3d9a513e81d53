#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/block_verifier.h"
#include "index/element_rules.h"
#include "index/format.h"
#include "index/verified_array.h"

namespace marrow {

/// One file of an index, mapped and read in place.
///
/// Opening is O(metadata): header, version, kind, footer, section bounds and the metadata's checksum
/// are checked, no payload is read. Payload is given only through VerifiedArray, which checks each
/// 64 KiB block the first time a byte of it is read. Messages name the file and the offset; "corrupt",
/// "too old" and "too new" are three different ones (the first has the code corrupt_index, the others
/// bad_input).
///
/// Thread safety: after the last require(), immutable and freely shared.
class IndexFile {
 public:
  /// Throws not_found or io when the file cannot be mapped, else as said above.
  IndexFile(const std::filesystem::path& path, FileKind kind);

  /// A file in memory, copied; `name` stands for its path in messages.
  static IndexFile from_bytes(std::span<const std::byte> bytes, std::string name, FileKind kind);

  const std::string& name() const noexcept { return verifier_->file(); }
  FileIdentity identity() const noexcept { return identity_; }

  /// Throws corrupt_index, naming both, unless this is the very file that `expected` was taken of.
  void require_identity(const FileIdentity& expected) const;

  bool has(std::string_view section) const noexcept;

  /// A section as an array. A view: this object (or what it was moved to) must outlive it.
  /// Throws corrupt_index when there is no such section or its elements have another size.
  template <typename T>
  VerifiedArray<T> array(std::string_view section) const {
    const Section& found = require_section(section, sizeof(T));
    return {std::span(reinterpret_cast<const T*>(bytes_.data() + found.offset), found.bytes / sizeof(T)),
            *verifier_, found.offset};
  }

  /// From here on each element of a section must follow the rule (made by element_rules.h), or its
  /// block counts as corrupt. Before the section is first read. Throws as array().
  void require(std::string_view section, ElementRule rule);

  /// Throws corrupt_index: `corrupt index: FILE at OFFSET: MESSAGE`, the offset being where `section`
  /// starts.
  [[noreturn]] void fail_in(std::string_view section, const std::string& message) const;

  /// Reads the whole file. What is wrong with it, one message a bad block; empty when nothing is.
  std::vector<std::string> damaged_blocks() const;

 private:
  struct Section {
    std::string name;
    std::size_t offset = 0;
    std::size_t bytes = 0;
    std::size_t element_bytes = 0;
  };

  IndexFile(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string name,
            FileKind kind);
  const Section* find(std::string_view section) const noexcept;
  const Section& require_section(std::string_view section, std::size_t element_bytes) const;

  std::shared_ptr<const void> owner_;  // of bytes_
  std::span<const std::byte> bytes_;
  FileIdentity identity_;
  std::vector<Section> sections_;
  std::unique_ptr<BlockVerifier> verifier_;  // at a fixed address: views point to it
};

}  // namespace marrow
