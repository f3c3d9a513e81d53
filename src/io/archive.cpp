#include "io/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "io/durable_file.h"
#include "io/file_errors.h"
#include "io/fresh_folder.h"
#include "io/relative_path.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 17;

/// While it lives, this thread's character set is UTF-8: libarchive turns names into the locale's, and
/// the plain "C" locale has no letters beyond ASCII.
class Utf8Names {
 public:
  Utf8Names() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = ::uselocale(locale_);
  }
  ~Utf8Names() {
    if (locale_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

/// An archive read from front to back. Counts members and bytes against the limits.
class Reader {
 public:
  Reader(const std::filesystem::path& path, const ArchiveLimits& limits) : path_(path), limits_(limits) {
    if (!std::filesystem::exists(path))
      throw Error(ErrorCode::not_found, path.string() + ": no such archive");
    if (!std::filesystem::is_regular_file(path))
      throw Error(ErrorCode::io, path.string() + ": not a regular file");
    if (!archive_) throw Error(ErrorCode::io, "libarchive cannot start");
    const Utf8Names utf8_names;
    // Not the streaming zip reader: it takes a file whose directory was cut off for a whole one.
    archive_read_support_format_zip_seekable(archive_.get());
    archive_read_support_format_tar(archive_.get());
    archive_read_support_filter_gzip(archive_.get());
    archive_read_set_options(archive_.get(), "hdrcharset=UTF-8");
    if (archive_read_open_filename(archive_.get(), path.c_str(), kBlockBytes) != ARCHIVE_OK) fail_reading();
  }

  /// Moves to the next regular file; false at the end.
  bool next() {
    const Utf8Names utf8_names;
    for (;;) {
      const int status = archive_read_next_header(archive_.get(), &entry_);
      if (status == ARCHIVE_EOF) return false;
      if (status != ARCHIVE_OK && status != ARCHIVE_WARN) fail_reading();
      refuse_bare_tar();
      if (++members_ > limits_.max_members) {
        fail("it has more than " + std::to_string(limits_.max_members) + " members, the limit");
      }
      const bool folder = archive_entry_filetype(entry_) == AE_IFDIR;
      take_name(folder);
      if (folder) continue;
      check_member();
      return true;
    }
  }

  const std::string& member() const noexcept { return member_; }

  /// Some bytes of the current member into `block`; 0 at its end.
  std::size_t read(std::span<char> block) {
    const la_ssize_t count = archive_read_data(archive_.get(), block.data(), block.size());
    if (count < 0) fail_reading();
    const auto bytes = static_cast<std::uint64_t>(count);
    if (bytes > limits_.max_bytes - bytes_) {
      fail_member("it unfolds to more than " + std::to_string(limits_.max_bytes) + " bytes, the limit");
    }
    bytes_ += bytes;
    return static_cast<std::size_t>(bytes);
  }

  std::uint64_t bytes_read() const noexcept { return bytes_; }

  [[noreturn]] void fail_member(const std::string& what) const {
    fail("member " + quote(member_) + ": " + what);
  }

 private:
  /// A bare tar that ends early looks like a whole one; inside gzip the end is known.
  void refuse_bare_tar() const {
    const bool tar = (archive_format(archive_.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (tar && archive_filter_code(archive_.get(), 0) != ARCHIVE_FILTER_GZIP) {
      fail("expected a zip or a tar inside gzip, got a bare tar, whose end cannot be checked");
    }
  }

  void take_name(bool folder) {
    const char* const name = archive_entry_pathname_utf8(entry_);
    if (name == nullptr) fail("the name of member " + std::to_string(members_) + " is not UTF-8");
    member_ = name;
    if (member_.starts_with("./")) member_.erase(0, 2);
    if (folder && member_.ends_with('/')) member_.pop_back();
    const bool root = folder && member_.empty();
    if (!root && !is_safe_relative_path(member_))
      fail_member("expected a relative path without `.`, `..`, empty parts and backslashes");
  }

  void check_member() {
    const bool link = archive_entry_hardlink(entry_) != nullptr || archive_entry_symlink(entry_) != nullptr;
    if (link || archive_entry_filetype(entry_) != AE_IFREG)
      fail_member("expected a file, got a link or a device");
    if (archive_entry_is_encrypted(entry_) != 0) fail_member("it is encrypted");
  }

  [[noreturn]] void fail_reading() const {
    const char* const said = archive_error_string(archive_.get());
    const std::string where = member_.empty() ? "" : "member " + quote(member_) + ": ";
    fail(where + "cannot be read: " + (said != nullptr ? said : "unknown"));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::bad_input, path_.string() + ": " + what);
  }

  std::filesystem::path path_;
  ArchiveLimits limits_;
  std::unique_ptr<archive, int (*)(archive*)> archive_{archive_read_new(), archive_read_free};
  archive_entry* entry_ = nullptr;  // owned by the archive
  std::string member_;
  std::size_t members_ = 0;
  std::uint64_t bytes_ = 0;
};

void write_member(Reader& reader, const std::filesystem::path& path, const Progress& progress) {
  std::filesystem::create_directories(path.parent_path());
  DurableFile file(path);
  std::vector<char> block(kBlockBytes);
  while (const std::size_t count = reader.read(block)) {
    file.write(std::string_view(block.data(), count));
    if (progress) progress(static_cast<std::size_t>(reader.bytes_read()), 0);
  }
  file.commit();
}

}  // namespace

std::vector<std::string> list_archive(const std::filesystem::path& archive, const ArchiveLimits& limits) {
  Reader reader(archive, limits);
  std::vector<std::string> names;
  while (reader.next()) names.push_back(reader.member());
  return names;
}

void unpack_into(const std::filesystem::path& archive, const std::filesystem::path& folder,
                 const PlaceMember& place, const ArchiveLimits& limits, const Progress& progress) {
  with_file_errors([&] {
    Reader reader(archive, limits);
    std::set<std::filesystem::path> places;
    while (reader.next()) {
      const auto target = place(reader.member());
      if (!target) continue;
      if (!is_safe_relative_path(target->generic_string())) {
        reader.fail_member("its place " + quote(target->string()) + " is not safe");
      }
      if (!places.insert(*target).second)
        reader.fail_member("another member went to " + quote(target->string()));
      write_member(reader, folder / *target, progress);
    }
  });
}

void unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
            const PlaceMember& place, const ArchiveLimits& limits, const Progress& progress) {
  FreshFolder fresh(folder, ".unpacking");
  unpack_into(archive, fresh.path(), place, limits, progress);
  fresh.commit();
}

std::string read_member(const std::filesystem::path& archive, std::string_view member,
                        const ArchiveLimits& limits) {
  Reader reader(archive, limits);
  while (reader.next()) {
    if (reader.member() != member) continue;
    std::string content;
    std::vector<char> block(kBlockBytes);
    while (const std::size_t count = reader.read(block)) content.append(block.data(), count);
    return content;
  }
  throw Error(ErrorCode::not_found, archive.string() + ": has no member " + quote(member));
}

}  // namespace marrow
