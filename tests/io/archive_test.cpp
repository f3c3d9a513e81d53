#include "io/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::ArchiveFormat;
using test::error_of;
using test::Member;
using test::MemberKind;
using test::read_all;
using test::write_archive;
using testing::ElementsAre;
using testing::HasSubstr;

const PlaceMember kAll = [](const std::string& member) { return std::filesystem::path(member); };

class Archive : public testing::TestWithParam<ArchiveFormat> {
 protected:
  std::filesystem::path write(const std::vector<Member>& members) {
    return write_archive(folder_ / "archive", GetParam(), members);
  }
  std::filesystem::path target() const { return folder_ / "target"; }
  /// Neither the folder nor anything of its making is there.
  void expect_nothing_was_left() const {
    EXPECT_FALSE(std::filesystem::exists(target()));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "target.unpacking"));
  }

  test::TemporaryFolder folder_;
};

TEST_P(Archive, UnpacksAllMembersIntoANewFolder) {
  const std::string large(1'000'000, 'x');
  const auto archive =
      write({{"set/", "", MemberKind::folder}, {"set/a.txt", "one"}, {"set/b/c.txt", large}, {"d", ""}});
  std::size_t told = 0;
  unpack(archive, target(), kAll, {}, [&](std::size_t done, std::size_t) { told = done; });
  EXPECT_EQ(read_all(target() / "set/a.txt"), "one");
  EXPECT_EQ(read_all(target() / "set/b/c.txt"), large);
  EXPECT_EQ(read_all(target() / "d"), "");
  EXPECT_EQ(told, large.size() + 3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "target.unpacking"));
}

TEST_P(Archive, UnpacksOnlyWhatIsWantedAndWhereItIsWanted) {
  const auto archive = write({{"x/a.txt", "one"}, {"x/b.txt", "two"}});
  unpack(archive, target(), [](const std::string& member) -> std::optional<std::filesystem::path> {
    if (member != "x/b.txt") return std::nullopt;
    return "renamed/b";
  });
  EXPECT_EQ(read_all(target() / "renamed/b"), "two");
  EXPECT_FALSE(std::filesystem::exists(target() / "x"));
}

TEST_P(Archive, ListsTheFilesAndReadsOne) {
  const auto archive = write({{"x/", "", MemberKind::folder}, {"x/a.txt", "one"}, {"é.txt", "two"}});
  EXPECT_THAT(list_archive(archive), ElementsAre("x/a.txt", "é.txt"));
  EXPECT_EQ(read_member(archive, "é.txt"), "two");
  const Error missing = error_of([&] { read_member(archive, "y"); });
  EXPECT_EQ(missing.code(), ErrorCode::not_found);
  EXPECT_THAT(missing.what(), HasSubstr("has no member `y`"));
}

TEST_P(Archive, ALeadingDotIsTakenOff) {
  const auto archive = write({{"./", "", MemberKind::folder}, {"./a.txt", "one"}});
  EXPECT_THAT(list_archive(archive), ElementsAre("a.txt"));
}

TEST_P(Archive, NamesThatLeaveTheFolderAreRefused) {
  for (const std::string name : {"../a", "x/../../a", "/etc/a", "x/..", "x//a", "x/./a", "a\\..\\b"}) {
    const auto archive = write({{"good", "1"}, {name, "2"}});
    const Error error = error_of([&] { unpack(archive, target(), kAll); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input) << name;
    EXPECT_THAT(error.what(), HasSubstr("expected a relative path")) << name;
    expect_nothing_was_left();
    EXPECT_FALSE(std::filesystem::exists(folder_ / "a"));
  }
}

TEST_P(Archive, APlaceThatLeavesTheFolderIsRefused) {
  const auto archive = write({{"a", "1"}});
  for (const std::string place : {"../a", "/tmp/a", ""}) {
    EXPECT_THAT(error_of([&] {
                  unpack(archive, target(), [&](const std::string&) { return std::filesystem::path(place); });
                }).what(),
                HasSubstr("is not safe"));
    expect_nothing_was_left();
  }
}

TEST_P(Archive, LinksAreRefused) {
  const auto archive = write({{"a", "1"}, {"b", "/etc/passwd", MemberKind::symbolic_link}});
  const Error error = error_of([&] { unpack(archive, target(), kAll); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("member `b`: expected a file, got a link or a device"));
  expect_nothing_was_left();
}

TEST_P(Archive, TwoMembersForOnePlaceAreRefused) {
  const auto archive = write({{"a", "1"}, {"a", "2"}});
  EXPECT_THAT(error_of([&] { unpack(archive, target(), kAll); }).what(),
              HasSubstr("another member went to `a`"));
  expect_nothing_was_left();
}

TEST_P(Archive, AMemberWhoseFolderIsAFileIsAnError) {
  const auto archive = write({{"a", "1"}, {"a/b", "2"}});
  EXPECT_EQ(error_of([&] { unpack(archive, target(), kAll); }).code(), ErrorCode::io);
  expect_nothing_was_left();
}

TEST_P(Archive, MoreBytesThanTheLimitAreRefusedWhateverTheHeadersSay) {
  const auto archive = write({{"a", std::string(600'000, '0')}, {"b", std::string(600'000, '0')}});
  const ArchiveLimits limits{.max_bytes = 1'000'000};
  EXPECT_THAT(error_of([&] { unpack(archive, target(), kAll, limits); }).what(),
              HasSubstr("member `b`: it unfolds to more than 1000000 bytes, the limit"));
  expect_nothing_was_left();
  EXPECT_THAT(error_of([&] { read_member(archive, "a", {.max_bytes = 10}); }).what(),
              HasSubstr("more than 10 bytes"));
  EXPECT_EQ(read_member(archive, "b", {.max_bytes = 600'000}).size(), 600'000U);
}

TEST_P(Archive, MoreMembersThanTheLimitAreRefused) {
  const auto archive = write({{"a", "1"}, {"b", "2"}, {"c", "3"}});
  EXPECT_THAT(error_of([&] { list_archive(archive, {.max_members = 2}); }).what(),
              HasSubstr("more than 2 members"));
  EXPECT_EQ(list_archive(archive, {.max_members = 3}).size(), 3U);
}

TEST_P(Archive, AnArchiveCutShortIsAnErrorAndLeavesNothing) {
  const std::string whole =
      read_all(write({{"a", std::string(3000, 'a') + "b"}, {"c", std::string(2000, 'd')}}));
  // The end of a tar is two empty blocks, which may be missing: cut inside the last member at the latest.
  const std::size_t content_end =
      GetParam() == ArchiveFormat::tar ? 512 + 3072 + 512 + 1900 : whole.size() - 30;
  for (std::size_t length = 0; length < content_end; length += 7) {
    const auto cut = folder_.write("cut", whole.substr(0, length));
    const Error error = error_of([&] { unpack(cut, target(), kAll); });
    ASSERT_EQ(error.code(), ErrorCode::bad_input) << length << ": " << error.what();
    expect_nothing_was_left();
  }
}

TEST_P(Archive, BitFlipsNeverCrashAndLeaveAllOrNothing) {
  const std::string whole = read_all(write({{"a", "some text"}, {"b", std::string(300, 'x')}}));
  for (std::size_t at = 0; at < std::min<std::size_t>(whole.size(), 1200); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    const auto path = folder_.write("damaged", damaged);
    try {
      unpack(path, target(), kAll);
      std::filesystem::remove_all(target());
    } catch (const Error&) {
      expect_nothing_was_left();
    }
  }
}

TEST_P(Archive, AnExistingFolderIsNeverTouched) {
  const auto archive = write({{"a", "new"}});
  folder_.write("target/a", "old");
  EXPECT_THAT(error_of([&] { unpack(archive, target(), kAll); }).what(), HasSubstr("exists already"));
  EXPECT_EQ(read_all(target() / "a"), "old");
}

TEST_P(Archive, WhatAnInterruptedUnpackingLeftIsReplaced) {
  const auto archive = write({{"a", "new"}});
  folder_.write("target.unpacking/b", "left over");
  unpack(archive, target(), kAll);
  EXPECT_FALSE(std::filesystem::exists(target() / "b"));
}

TEST_P(Archive, InterruptingLeavesNothing) {
  const auto archive = write({{"a", "1"}, {"b", "2"}});
  EXPECT_THROW(unpack(archive, target(), kAll, {}, [](std::size_t, std::size_t) { throw Interrupted(); }),
               Interrupted);
  expect_nothing_was_left();
}

INSTANTIATE_TEST_SUITE_P(Formats, Archive, testing::Values(ArchiveFormat::zip, ArchiveFormat::tar_gzip),
                         [](const auto& format) -> std::string {
                           return format.param == ArchiveFormat::zip ? "Zip" : "TarGzip";
                         });

TEST(ArchiveFile, ABareTarIsRefusedBecauseItsEndCannotBeChecked) {
  const test::TemporaryFolder folder;
  const auto archive = write_archive(folder / "a.tar", ArchiveFormat::tar, {{"a", "1"}});
  EXPECT_THAT(error_of([&] { list_archive(archive); }).what(), HasSubstr("got a bare tar"));
}

TEST(ArchiveFile, HardLinksAndDevicesOfATarAreRefused) {
  const test::TemporaryFolder folder;
  for (const Member& member :
       {Member{"b", "a", MemberKind::hard_link}, Member{"b", "", MemberKind::device}}) {
    const auto archive = write_archive(folder / "a.tgz", ArchiveFormat::tar_gzip, {{"a", "1"}, member});
    EXPECT_THAT(error_of([&] { list_archive(archive); }).what(), HasSubstr("got a link or a device"));
  }
}

TEST(ArchiveFile, ANameThatIsNotUtf8IsRefused) {
  const test::TemporaryFolder folder;
  const auto archive = write_archive(folder / "a.tgz", ArchiveFormat::tar_gzip, {{"a", "1"}, {"\xff", "2"}});
  EXPECT_THAT(error_of([&] { list_archive(archive); }).what(),
              HasSubstr("the name of member 2 is not UTF-8"));
}

TEST(ArchiveFile, WhatIsNoArchiveIsABadInput) {
  const test::TemporaryFolder folder;
  const Error error = error_of([&] { list_archive(folder.write("a.zip", "<html>not found</html>")); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("a.zip: cannot be read: "));
}

TEST(ArchiveFile, AMissingArchiveAndAFolderAreNamed) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(error_of([&] { list_archive(folder / "absent.zip"); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] { list_archive(folder.path()); }).code(), ErrorCode::io);
}

}  // namespace
}  // namespace marrow
