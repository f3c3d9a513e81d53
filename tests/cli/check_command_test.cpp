#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/json.h"
#include "tests/cli/run_marrow.h"
#include "tests/support/temporary_folder.h"

/// `marrow check` on the committed tiny index, and on a damaged copy of it.
namespace marrow {
namespace {

using test::run_marrow;
using testing::HasSubstr;

const std::string kIndex = std::string(MARROW_SOURCE_DIR) + "/tests/format_compat/v1";

TEST(CheckCommand, SaysThatASoundIndexIsSound) {
  const ProcessResult result = run_marrow({"check", kIndex});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, HasSubstr("4 documents: every checksum and every invariant holds"));
}

TEST(CheckCommand, NamesTheFileAndOffsetOfADamageAndExitsWith5) {
  const test::TemporaryFolder folder;
  std::filesystem::copy(kIndex, folder / "index");
  std::string bytes = test::read_all(folder / "index/segment-1.postings-0");
  bytes[70] = static_cast<char>(bytes[70] ^ 1);
  folder.write("index/segment-1.postings-0", bytes);
  folder.write("index/segment-9.documents.tmp", "");
  const ProcessResult result = run_marrow({"check", (folder / "index").string()});
  EXPECT_EQ(result.exit_status, 5);
  EXPECT_THAT(result.output, HasSubstr("segment-1.postings-0 at 0: the block of 512 bytes does not match"));
  EXPECT_THAT(result.output, HasSubstr("segment-9.documents.tmp: belongs to no commit"));
  EXPECT_THAT(result.output, HasSubstr("1 problem, listed above"));
}

TEST(CheckCommand, GivesMachinesJson) {
  const ProcessResult result = run_marrow({"check", kIndex, "--json"});
  const Json report = parse_json(result.output, "output");
  EXPECT_EQ(report["commit"], 1);
  EXPECT_EQ(report["documents"], 4);
  EXPECT_EQ(report["files"].size(), 6U);
  EXPECT_TRUE(report["problems"].empty());
}

TEST(CheckCommand, ExitsWith3WhereThereIsNoIndex) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(run_marrow({"check", folder.path().string()}).exit_status, 3);
}

TEST(CheckCommand, ExplainsItselfWithExamples) {
  EXPECT_THAT(run_marrow({"check", "--help"}).output, HasSubstr("marrow check scifact.index --json"));
}

}  // namespace
}  // namespace marrow
