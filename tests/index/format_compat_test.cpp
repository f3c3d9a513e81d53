#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "index/index_check.h"
#include "index/index_folder.h"
#include "index/index_reader.h"
#include "tests/index/interrogate.h"
#include "tests/index/small_index.h"
#include "tests/support/temporary_folder.h"

/// tests/format_compat/v1 and v1_plain are the tiny index (small_index.h) as the first version of the
/// format wrote it, with compressed and with plain texts. They are never made anew: a reader that
/// cannot read them reads no user's index of that version.
namespace marrow {
namespace {

std::filesystem::path committed(std::string_view name) {
  return std::filesystem::path(MARROW_SOURCE_DIR) / "tests/format_compat" / name;
}

class FormatVersion1 : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Committed, FormatVersion1, testing::Values("v1", "v1_plain"),
                         [](const auto& instance) { return instance.param; });

TEST_P(FormatVersion1, IsReadAndAnswersAsItDid) {
  const test::TemporaryFolder folder;
  test::build_small_index(folder / "index");
  const IndexReader reader(committed(GetParam()));
  EXPECT_EQ(test::interrogate(reader), test::interrogate(IndexReader(folder / "index")));
  EXPECT_EQ(reader.manifest().creator, "marrow 0.1.0");
  EXPECT_EQ(reader.analyzer(), "english");
  EXPECT_EQ(reader.document(Sequence(2)).external_id, "ìwé \t3");
}

TEST_P(FormatVersion1, IsSound) {
  EXPECT_THAT(check_index(committed(GetParam())).problems, testing::IsEmpty());
}

/// Compressed texts may change with the library that compresses them; nothing else may.
TEST(FormatCompatibility, VersionOneIsStillWrittenToTheSameBytes) {
  const test::TemporaryFolder folder;
  test::build_small_index(folder / "index", TextStorage::plain);
  for (const std::string& name : list_folder(committed("v1_plain")).files) {
    if (name == "MANIFEST-1") continue;  // names the program's version
    EXPECT_EQ(test::read_all(folder / "index" / name), test::read_all(committed("v1_plain") / name)) << name;
  }
  Manifest manifest = read_manifest(folder / "index", 1);
  manifest.creator = "marrow 0.1.0";
  EXPECT_EQ(manifest, read_manifest(committed("v1_plain"), 1));
}

}  // namespace
}  // namespace marrow
