#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace marrow::test {

enum class ArchiveFormat : std::uint8_t { zip, tar, tar_gzip };
enum class MemberKind : std::uint8_t { file, folder, symbolic_link, hard_link, device };

struct Member {
  std::string name;
  std::string content{};  ///< of a link: where it points
  MemberKind kind = MemberKind::file;
};

/// Writes an archive of `members`, whatever their names, to `path` and returns the path.
std::filesystem::path write_archive(const std::filesystem::path& path, ArchiveFormat format,
                                    const std::vector<Member>& members);

}  // namespace marrow::test
