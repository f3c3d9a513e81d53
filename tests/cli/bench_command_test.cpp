#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "io/subprocess.h"
#include "tests/support/temporary_folder.h"

/// `marrow bench` without a model, over folders in both layouts.
namespace marrow {
namespace {

using testing::HasSubstr;
using testing::Not;

class BenchCommand : public testing::Test {
 protected:
  ProcessResult bench(std::vector<std::string> arguments) const {
    const std::string program = std::string(MARROW_BINARY_DIR) + "/marrow";
    arguments.insert(arguments.begin(), {program, "bench", "--stages", "bm25"});
    return run_process({.arguments = std::move(arguments),
                        .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache").string()},
                        .folder = {},
                        .poll = {}});
  }
  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  test::TemporaryFolder folder_;
};

TEST_F(BenchCommand, TakesAFolderOfOnesOwnWithItsOnlyJudgements) {
  folder_.write("mine/documents.jsonl",
                "{\"doc_id\":1,\"content\":\"red apple\"}\n{\"doc_id\":2,\"content\":\"green pear\"}\n");
  folder_.write("mine/queries.jsonl", "{\"query_id\":\"q\",\"text\":\"apple\"}\n");
  folder_.write("mine/qrels.jsonl", "{\"query_id\":\"q\",\"relevant_doc_ids\":[\"1\"]}\n");
  const ProcessResult result = bench({"--datasets", path("mine")});
  EXPECT_EQ(result.exit_status, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("judged queries (mine all)"));
}

TEST_F(BenchCommand, PublishedFiguresStandBesideTheTestSplitOnly) {
  folder_.write("scifact/corpus.jsonl", "{\"_id\":\"d\",\"title\":\"red\",\"text\":\"apple\"}\n");
  folder_.write("scifact/queries.jsonl", "{\"_id\":\"q\",\"text\":\"apple\"}\n");
  folder_.write("scifact/qrels/test.tsv", "q\td\t1\n");
  folder_.write("scifact/qrels/train.tsv", "q\td\t1\n");
  const ProcessResult test = bench({"--datasets", path("scifact")});
  EXPECT_THAT(test.output, HasSubstr("published: 0.6789 nDCG@10"));
  const ProcessResult train = bench({"--datasets", path("scifact"), "--split", "train"});
  EXPECT_EQ(train.exit_status, 0) << train.output;
  EXPECT_THAT(train.output, HasSubstr("judged queries (scifact train)"));
  EXPECT_THAT(train.output, Not(HasSubstr("published: ")));
  const ProcessResult other = bench({"--datasets", path("scifact"), "--split", "dev"});
  EXPECT_EQ(other.exit_status, 3);
  EXPECT_THAT(other.output, HasSubstr("no split `dev`, there are: test, train"));
}

}  // namespace
}  // namespace marrow
