#include "tests/support/archives.h"

#include <archive.h>
#include <archive_entry.h>

#include <memory>
#include <stdexcept>

namespace marrow::test {
namespace {

using Writer = std::unique_ptr<archive, int (*)(archive*)>;
using Entry = std::unique_ptr<archive_entry, void (*)(archive_entry*)>;

void check(const Writer& writer, la_ssize_t status) {
  if (status < 0) throw std::runtime_error(archive_error_string(writer.get()));
}

unsigned int type_of(MemberKind kind) {
  switch (kind) {
    case MemberKind::file:
    case MemberKind::hard_link:
      return AE_IFREG;
    case MemberKind::folder:
      return AE_IFDIR;
    case MemberKind::symbolic_link:
      return AE_IFLNK;
    case MemberKind::device:
      return AE_IFCHR;
  }
  return AE_IFREG;
}

void write_member(const Writer& writer, const Member& member) {
  const Entry entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), member.name.c_str());
  archive_entry_set_filetype(entry.get(), type_of(member.kind));
  archive_entry_set_perm(entry.get(), 0644);
  if (member.kind == MemberKind::symbolic_link)
    archive_entry_set_symlink(entry.get(), member.content.c_str());
  if (member.kind == MemberKind::hard_link) archive_entry_set_hardlink(entry.get(), member.content.c_str());
  const bool with_content = member.kind == MemberKind::file;
  archive_entry_set_size(entry.get(), with_content ? static_cast<la_int64_t>(member.content.size()) : 0);
  check(writer, archive_write_header(writer.get(), entry.get()));
  if (with_content)
    check(writer, archive_write_data(writer.get(), member.content.data(), member.content.size()));
}

}  // namespace

std::filesystem::path write_archive(const std::filesystem::path& path, ArchiveFormat format,
                                    const std::vector<Member>& members) {
  const Writer writer(archive_write_new(), archive_write_free);
  check(writer, format == ArchiveFormat::zip ? archive_write_set_format_zip(writer.get())
                                             : archive_write_set_format_gnutar(writer.get()));
  if (format == ArchiveFormat::tar_gzip) check(writer, archive_write_add_filter_gzip(writer.get()));
  check(writer, archive_write_open_filename(writer.get(), path.c_str()));
  for (const Member& member : members) write_member(writer, member);
  check(writer, archive_write_close(writer.get()));
  return path;
}

}  // namespace marrow::test
