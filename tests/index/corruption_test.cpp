#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/index/damaged_index.h"

/// What an index does when its bytes are not what was written: an error that names the file, or the
/// right answer; never a crash, never a wrong one.
namespace marrow {
namespace {

using test::error_of;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Corruption = test::DamagedIndex;

TEST_F(Corruption, OfOneBitInAnyByteIsFoundOrHarmless) { flip_every_byte(1); }

TEST_F(Corruption, ByTruncationAtAnyLengthIsFound) {
  for (const std::string& name : names) {
    const std::string bytes = test::read_all(index / name);
    for (std::size_t length = bytes.size(); length-- > 0;) {
      std::filesystem::resize_file(index / name, length);
      EXPECT_EQ(error_of([&] { IndexReader reader(index); }).code(), ErrorCode::corrupt_index)
          << name << length;
    }
    write(name, bytes);
  }
}

TEST_F(Corruption, ByAMissingFileIsFound) {
  for (const std::string& name : names) {
    if (name.starts_with("MANIFEST")) continue;
    const std::string bytes = test::read_all(index / name);
    std::filesystem::remove(index / name);
    EXPECT_THAT(error_of([&] { IndexReader reader(index); }).what(),
                HasSubstr(name + ": the file is missing"));
    EXPECT_THAT(check_index(index).problems, SizeIs(1));
    write(name, bytes);
  }
}

/// BR-42 and its kind: the parts of two indexes do not make one, however alike they are.
TEST_F(Corruption, ByAFileOfAnotherIndexIsFound) {
  auto units = test::small_collection();
  std::reverse(units.begin(), units.end());
  units[0].dense = {0, 0, 1};
  {
    IndexOptions options;
    options.fields = test::small_fields();
    options.fields[0].identity = "plain";
    IndexBuilder builder(folder / "other", options);
    test::add_all(builder, units);
    builder.commit();
  }
  for (const std::string& name : names) {
    const std::string bytes = test::read_all(index / name);
    const std::string other = test::read_all(folder / "other" / name);
    if (other == bytes) continue;
    write(name, other);
    EXPECT_EQ(error_of([&] { IndexReader reader(index); }).code(), ErrorCode::corrupt_index) << name;
    EXPECT_THAT(check_index(index).problems, Not(IsEmpty())) << name;
    write(name, bytes);
  }
}

TEST_F(Corruption, OfTheNewestManifestFallsBackToTheOneBeforeAndSaysSo) {
  Manifest manifest = read_manifest(index, 1);
  manifest.generation = 2;
  manifest.next_sequence = 100;
  write_manifest(index, manifest);
  EXPECT_EQ(IndexReader(index).manifest().next_sequence, 100U);
  std::string bytes = test::read_all(index / "MANIFEST-2");
  bytes[70] = static_cast<char>(bytes[70] ^ 1);
  write("MANIFEST-2", bytes);
  const IndexReader reader(index);
  EXPECT_EQ(reader.manifest().generation, 1U);
  ASSERT_THAT(reader.warnings(), SizeIs(1));
  EXPECT_THAT(reader.warnings()[0], HasSubstr("MANIFEST-2 at 0"));
  const CheckReport report = check_index(index);
  EXPECT_THAT(report.problems, SizeIs(1));
  EXPECT_EQ(report.generation, 1U);
  write("MANIFEST-1", "");
  EXPECT_THAT(error_of([&] { IndexReader again(index); }).what(), HasSubstr("MANIFEST-2"));
  EXPECT_EQ(check_index(index).generation, 0U);
}

TEST_F(Corruption, AManifestThatIsTooNewIsNotPassedOver) {
  Manifest manifest = read_manifest(index, 1);
  manifest.generation = 2;
  write_manifest(index, manifest);
  std::string bytes = test::read_all(index / "MANIFEST-2");
  test::write_at<std::uint32_t>(bytes, 8, 2);
  test::seal(bytes);
  write("MANIFEST-2", bytes);
  const Error error = error_of([&] { IndexReader reader(index); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("MANIFEST-2 at 8: index format version 2 is too new"));
  EXPECT_EQ(error_of([&] { check_index(index); }).code(), ErrorCode::bad_input);
}

TEST_F(Corruption, AManifestUnderAnotherNameIsFound) {
  std::filesystem::rename(index / "MANIFEST-1", index / "MANIFEST-7");
  EXPECT_THAT(error_of([&] { IndexReader reader(index); }).what(),
              HasSubstr("this is manifest 1 under another name"));
}

TEST_F(Corruption, AFolderWithoutAManifestIsNoIndex) {
  std::filesystem::remove(index / "MANIFEST-1");
  EXPECT_EQ(error_of([&] { IndexReader reader(index); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] { check_index(index); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] { IndexReader reader(folder / "none"); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] { IndexReader reader(index / "segment-1.documents"); }).code(), ErrorCode::io);
}

/// A forger who makes every checksum right can change answers, but cannot make a reader leave its bounds
/// or allocate beyond the files' sizes: run under the address sanitizer, this is the proof.
TEST_F(Corruption, ByAForgerWhoMakesChecksumsRightNeverCrashes) {
  EXPECT_GT(refused_forgeries(5, 5'000), 500U);
}

}  // namespace
}  // namespace marrow
