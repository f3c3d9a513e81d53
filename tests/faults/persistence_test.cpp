#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "index/index_builder.h"
#include "index/index_folder.h"
#include "index/index_reader.h"
#include "tests/index/forged_file.h"
#include "tests/index/small_index.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

/// Indexes that do not come back as they were written (BR-41, BR-42), and vectors without a direction
/// (BR-27). The exhaustive twins of these are in tests/index/corruption_test.cpp.
namespace marrow {
namespace {

using test::error_of;
using test::TemporaryFolder;
using testing::HasSubstr;

/// Sizes in a file are not trusted. Every number of 8 bytes in the section tables, set to 2^40 by
/// someone who also makes the checksums right, is refused; nothing of that size is allocated.
TEST(PersistenceFaults, BR41ACountSetTo2To40IsAClearError) {
  const TemporaryFolder folder;
  test::build_small_index(folder / "index");
  const SegmentEntry segment = read_manifest(folder / "index", 1).segments.front();
  for (const FileEntry& entry : segment.files) {
    const std::string name = segment_file_name(segment.number, entry);
    const std::string bytes = test::read_all(folder / "index" / name);
    const test::Parts parts(bytes);
    for (std::uint32_t section = 0; section < parts.sections; ++section) {
      for (const std::size_t number : {32U, 40U, 48U}) {
        std::string forged = bytes;
        test::write_at(forged, parts.metadata + section * 64 + number, std::uint64_t{1} << 40);
        test::seal(forged);
        const Error error = error_of([&] { test::open_bytes(forged, entry.kind, name); });
        EXPECT_EQ(error.code(), ErrorCode::corrupt_index) << name << " section " << section;
        EXPECT_THAT(error.what(), HasSubstr("corrupt index: " + name + " at "));
      }
    }
  }
}

/// A valid file cut in its middle is refused when it is opened, with its name.
TEST(PersistenceFaults, BR41AFileCutInHalfIsAClearError) {
  const TemporaryFolder folder;
  test::build_small_index(folder / "index");
  for (const std::string& name : list_folder(folder / "index").files) {
    const std::string bytes = test::read_all(folder / "index" / name);
    std::filesystem::resize_file(folder / "index" / name, bytes.size() / 2);
    const Error error = error_of([&] { IndexReader reader(folder / "index"); });
    EXPECT_EQ(error.code(), ErrorCode::corrupt_index);
    EXPECT_THAT(error.what(), HasSubstr(name + " at "));
    folder.write("index/" + name, bytes);
  }
  EXPECT_EQ(IndexReader(folder / "index").document_count(), 4U);
}

/// Vectors of three rows beside an id table of another index: the load fails as a whole, and what
/// was there is still there after a failed replacement.
TEST(PersistenceFaults, BR42PartsOfTwoIndexesAreNoIndex) {
  const TemporaryFolder folder;
  test::build_small_index(folder / "index");
  IndexOptions options;
  options.fields = test::small_fields();
  {
    IndexBuilder builder(folder / "other", options);
    const auto units = test::small_collection();
    test::add_all(builder, std::span(units).first(3));
    builder.commit();
  }
  const std::string good = test::read_all(folder / "index/segment-1.documents");
  folder.write("index/segment-1.documents", test::read_all(folder / "other/segment-1.documents"));
  EXPECT_THAT(error_of([&] { IndexReader reader(folder / "index"); }).what(),
              HasSubstr("segment-1.documents at 0: a file of another index or commit"));
  folder.write("index/segment-1.documents", good);
  EXPECT_EQ(IndexReader(folder / "index").document_count(), 4U);
}

/// Nothing good is overwritten by something that is not whole.
TEST(PersistenceFaults, BR42AReplacementThatFailsLeavesTheOldIndex) {
  const TemporaryFolder folder;
  test::build_small_index(folder / "index");
  IndexOptions options;
  options.fields = test::small_fields();
  options.existing = ExistingIndex::replace;
  const Error error = error_of([&] {
    IndexBuilder builder(folder / "index", options);
    builder.add({"only", "", ""}, {});
    builder.commit();  // its vectors are missing
  });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_EQ(IndexReader(folder / "index").document_count(), 4U);
  EXPECT_EQ(list_folder(folder / "index").files.size(), 6U);
}

/// Documents (1, 0) and (0, 0): the second has no direction and is refused by its id.
TEST(PersistenceFaults, BR27AVectorOfZerosIsRefusedByItsId) {
  const TemporaryFolder folder;
  IndexOptions options;
  options.fields = {{FieldKind::dense, "two", "", "", "", 2, false}};
  IndexBuilder builder(folder / "index", options);
  builder.add({"right", "", ""}, {});
  builder.add({"nowhere", "", ""}, {});
  const Error error = error_of([&] { builder.add_dense("dense:two", std::vector<float>{1, 0, 0, 0}); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("the vector of document `nowhere`: every value is 0"));
}

}  // namespace
}  // namespace marrow
