#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/json.h"
#include "tests/cli/run_marrow.h"
#include "tests/support/http_server.h"
#include "tests/support/temporary_folder.h"

/// `marrow datasets` as its user meets it.
namespace marrow {
namespace {

using test::HttpServer;
using test::run_marrow;
using testing::AllOf;
using testing::HasSubstr;

class DatasetsCommand : public testing::Test {
 protected:
  ProcessResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "datasets");
    arguments.insert(arguments.end(), {"--data-dir", data().string()});
    return run_marrow(std::move(arguments));
  }
  std::filesystem::path data() const { return folder_ / "data"; }
  void write_collection() const {
    folder_.write("data/mine/documents.jsonl", "{\"doc_id\":1,\"content\":\"x\"}\n");
    folder_.write("data/mine/queries.jsonl", "{\"query_id\":\"q\",\"text\":\"x\"}\n");
    folder_.write("data/mine/qrels.jsonl", "{\"query_id\":\"q\",\"relevant_doc_ids\":[\"1\"]}\n");
  }

  test::TemporaryFolder folder_;
};

TEST_F(DatasetsCommand, ListsWhatIsKnownAndWhatIsHere) {
  write_collection();
  folder_.write("data/scifact/corpus.jsonl", "");
  const ProcessResult table = run({"list"});
  EXPECT_EQ(table.exit_status, 0);
  EXPECT_THAT(table.output, AllOf(HasSubstr("scifact"), HasSubstr("5,183"), HasSubstr("also there: mine")));
  const Json json = parse_json(run({"list", "--json"}).output, "output");
  EXPECT_EQ(json["datasets"].size(), 8U);
  EXPECT_EQ(json["datasets"][0]["name"], "scifact");
  EXPECT_EQ(json["datasets"][0]["here"], true);
  EXPECT_EQ(json["datasets"][1]["here"], false);
  EXPECT_EQ(json["collections"], Json::array({"mine", "scifact"}));
}

TEST_F(DatasetsCommand, ShowsLicencesAndFiguresWithTheirSources) {
  const ProcessResult shown = run({"show", "arguana"});
  EXPECT_EQ(shown.exit_status, 0);
  EXPECT_THAT(shown.output,
              AllOf(HasSubstr("a query's own document is excluded"), HasSubstr("CC BY 4.0"),
                    HasSubstr("cc-by-sa-4.0"), HasSubstr("0.50167 nDCG@10"), HasSubstr("data revision")));
  const ProcessResult unknown = run({"show", "arguanna"});
  EXPECT_EQ(unknown.exit_status, 3);
  EXPECT_THAT(unknown.output, HasSubstr("did you mean `arguana`?"));
}

TEST_F(DatasetsCommand, VerifiesAFolderOfOnesOwn) {
  write_collection();
  const ProcessResult good = run({"verify", "mine"});
  EXPECT_EQ(good.exit_status, 0) << good.output;
  EXPECT_THAT(good.output, AllOf(HasSubstr("1 documents"), HasSubstr("no problem found")));
  folder_.write("data/mine/qrels.jsonl", "{\"query_id\":\"q\",\"relevant_doc_ids\":[\"2\"]}\n");
  const ProcessResult bad = run({"verify", (data() / "mine").string(), "--json"});
  EXPECT_EQ(bad.exit_status, 2);
  EXPECT_THAT(bad.output,
              HasSubstr("judged ids that resolve to nothing: 1 documents, 0 queries, document `2`"));
  folder_.write("data/mine/documents.jsonl",
                "{\"doc_id\":1,\"content\":\"x\"}\n\n{\"doc_id\":1,\"content\":\"y\"}\n");
  const ProcessResult broken = run({"verify", "mine"});
  EXPECT_EQ(broken.exit_status, 2);
  EXPECT_THAT(broken.output, HasSubstr("documents.jsonl:3:11: id `1` stands on line 1 already"));
}

TEST_F(DatasetsCommand, AnArchiveThatIsNotTheRightOneIsRefusedWithBothSums) {
  const HttpServer server(test::serving("not the archive"));
  const ProcessResult result = run({"pull", "scifact", "--base-url", server.url("")});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(result.output,
              AllOf(HasSubstr("what came has MD5 "), HasSubstr("expected 5f7d1de60b170fc8027bb7898e2efca1")));
  EXPECT_TRUE(std::filesystem::is_empty(data()));
}

TEST_F(DatasetsCommand, AServerThatIsNotThereIsAnInputOutputError) {
  std::string gone;
  {
    const HttpServer server(test::serving(""));
    gone = server.url("");
  }
  const ProcessResult result = run({"pull", "scifact", "--base-url", gone, "--connect-timeout", "1"});
  EXPECT_EQ(result.exit_status, 4);
  EXPECT_TRUE(std::filesystem::is_empty(data())) << "not even an empty partial file";
}

TEST_F(DatasetsCommand, ASetThatIsHereIsNotPulledAgain) {
  folder_.write("data/scifact/corpus.jsonl", "");
  const ProcessResult result = run({"pull", "scifact", "--base-url", "http://127.0.0.1:1"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, HasSubstr("already there"));
}

}  // namespace
}  // namespace marrow
