#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/types.h"

namespace marrow {

/// Bounds on what an archive may unfold to. Counted while unpacking: what its headers claim is not
/// believed.
struct ArchiveLimits {
  std::uint64_t max_bytes = std::uint64_t{32} << 30;  ///< of all members unpacked or read, together
  std::size_t max_members = 100'000;
};

/// Where a member goes, relative to the target folder; nothing for a member that is not wanted.
using PlaceMember = std::function<std::optional<std::filesystem::path>(const std::string& member)>;

/// The names of the regular files in an archive, in its order. Throws as unpack.
std::vector<std::string> list_archive(const std::filesystem::path& archive, const ArchiveLimits& limits = {});

/// Unpacks regular files of a zip (.zip, .whl, .jar) or a tar inside gzip, told apart by content, into
/// `folder`, which must not exist: afterwards it holds all of them, or it does not exist. They are made
/// in `FOLDER.unpacking`, flushed, and renamed.
///
/// Throws bad_input, and names the member, for: a name that is not UTF-8 or no safe relative path
/// (relative_path.h; a leading `./` is taken off first); two members for one place; a link, a device or
/// an encrypted member (also where it is not wanted); a limit exceeded; bytes that do not follow the
/// format, or end early. Throws not_found or io. `progress` counts the bytes written (of an unknown
/// total).
void unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
            const PlaceMember& place, const ArchiveLimits& limits = {}, const Progress& progress = {});

/// The same into a folder that exists, which keeps what was unpacked before a failure: for callers
/// that throw the folder away (fresh_folder.h).
void unpack_into(const std::filesystem::path& archive, const std::filesystem::path& folder,
                 const PlaceMember& place, const ArchiveLimits& limits = {}, const Progress& progress = {});

/// The content of the member called `member`. Throws not_found when there is none, else as unpack.
std::string read_member(const std::filesystem::path& archive, std::string_view member,
                        const ArchiveLimits& limits = {.max_bytes = std::uint64_t{1} << 30});

}  // namespace marrow
