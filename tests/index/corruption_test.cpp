#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "index/index_check.h"
#include "index/index_folder.h"
#include "index/index_reader.h"
#include "tests/index/forged_file.h"
#include "tests/index/interrogate.h"
#include "tests/index/small_index.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

/// What an index does when its bytes are not what was written: an error that names the file, or the
/// right answer; never a crash, never a wrong one.
namespace marrow {
namespace {

using test::error_of;
using test::interrogate;
using test::TemporaryFolder;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class Corruption : public testing::Test {
 protected:
  void SetUp() override {
    test::build_small_index(index);
    answer = interrogate(IndexReader(index));
    names = list_folder(index).files;
  }

  void write(const std::string& name, const std::string& bytes) const {
    folder.write("index/" + name, bytes);
  }

  /// Changes one byte in place: rewriting a file makes some file systems wait for the disk.
  void poke(const std::string& name, std::size_t at, char byte) const {
    std::fstream file(index / name, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte);
    ASSERT_TRUE(file.flush());
  }

  /// Fails unless the index as it is now is refused as corrupt naming `name`, or answers rightly;
  /// and unless a full check finds the damage.
  void expect_found_or_harmless(const std::string& name, const std::string& what) const {
    std::string now;
    const Error error = error_of([&] { now = interrogate(IndexReader(index)); });
    if (now.empty()) {
      EXPECT_EQ(error.code(), ErrorCode::corrupt_index) << what << ": " << error.what();
      EXPECT_THAT(error.what(), AnyOf(HasSubstr(name + " at "), HasSubstr(name + ": "))) << what;
    } else {
      EXPECT_EQ(now, answer) << what;
    }
    EXPECT_THAT(check_index(index).problems, Not(IsEmpty())) << what;
  }

  TemporaryFolder folder;
  std::filesystem::path index = folder / "index";
  std::string answer;
  std::vector<std::string> names;
};

TEST_F(Corruption, OfOneBitInAnyByteIsFoundOrHarmless) {
  for (const std::string& name : names) {
    const std::string bytes = test::read_all(index / name);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      poke(name, at, static_cast<char>(bytes[at] ^ (1 << (at % 8))));
      expect_found_or_harmless(name, name + ", byte " + std::to_string(at));
      poke(name, at, bytes[at]);
    }
  }
}

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
  std::mt19937_64 random(5);
  const Manifest manifest = read_manifest(index, 1);
  const SegmentEntry& entry = manifest.segments.front();
  std::vector<std::string> files;
  for (const FileEntry& file : entry.files) {
    files.push_back(test::read_all(index / segment_file_name(entry.number, file)));
  }
  constexpr std::uint64_t kExtremes[] = {0, 1, 4, 0x7FFFFFFF, 0xFFFFFFFF, std::uint64_t{1} << 40, UINT64_MAX};
  std::size_t refused = 0;
  for (int round = 0; round < 5'000; ++round) {
    const std::size_t victim = random() % files.size();
    std::string forged = files[victim];
    const std::size_t payload = test::Parts(forged).metadata - 64;
    const std::size_t changes = 1 + random() % 3;
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t at = 64 + random() % (payload / 4) * 4;
      if (random() % 2 == 0) {
        forged[at + random() % 4] = static_cast<char>(random());
      } else if (at % 8 == 0) {
        test::write_at(forged, at, kExtremes[random() % std::size(kExtremes)]);
      } else {
        test::write_at(forged, at, static_cast<std::uint32_t>(kExtremes[random() % std::size(kExtremes)]));
      }
    }
    test::seal(forged);
    const Error error = error_of([&] {
      std::vector<IndexFile> opened;
      for (std::size_t i = 0; i < files.size(); ++i) {
        opened.push_back(test::open_bytes(i == victim ? forged : files[i], entry.files[i].kind));
      }
      test::Interrogation interrogation(manifest.fields);
      interrogation.segment(Segment(std::move(opened), entry, manifest.fields));
    });
    if (error.code() == ErrorCode::corrupt_index) ++refused;
  }
  EXPECT_GT(refused, 500U);
}

}  // namespace
}  // namespace marrow
