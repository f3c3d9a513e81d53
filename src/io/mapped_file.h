#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace marrow {

/// A file's bytes, read-only, mapped into memory. Copies share one mapping, which ends with the last.
/// Replace a mapped file by renaming another over it, never in place.
/// Thread safety: immutable, freely shared.
class MappedFile {
 public:
  /// Throws not_found when there is no such file, io when it cannot be mapped.
  explicit MappedFile(const std::filesystem::path& path);

  /// Valid as long as this object or a copy of it lives. Empty for an empty file.
  std::span<const std::byte> bytes() const noexcept { return bytes_; }
  const std::filesystem::path& path() const noexcept { return *path_; }

  /// Keeps the mapping alive; for those who hold on to bytes() without this object.
  std::shared_ptr<const void> owner() const noexcept { return mapping_; }

 private:
  std::shared_ptr<const std::filesystem::path> path_;
  std::shared_ptr<const void> mapping_;
  std::span<const std::byte> bytes_;
};

}  // namespace marrow
