#include "experiments/bench.h"

#include <gtest/gtest.h>

#include "experiments/bench_json.h"
#include "marrow/error.h"
#include "tests/support/errors.h"
#include "tests/support/fake_models.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

const std::vector<Document> kDocuments{
    {"d1", "", "red apples"}, {"d2", "", "the moon and the sea"}, {"d3", "", "green apples"}};

BenchCollection collection() {
  BenchCollection made;
  made.name = "fruit";
  made.data_hash = "hash";
  made.open_documents = [] {
    return [next = std::size_t{0}]() mutable -> std::optional<Document> {
      return next < kDocuments.size() ? std::optional(kDocuments[next++]) : std::nullopt;
    };
  };
  made.judged_queries = {{"q1", "red apples"}, {"q2", "sea"}};
  made.qrels = {{"q1", {{"d1", 1}}}, {"q2", {{"d2", 1}}}};
  made.published = {{"bm25", {0.5, "a test"}}};
  return made;
}

class BenchTest : public ::testing::Test {
 protected:
  std::vector<StageResult> run(const BenchCollection& over, std::vector<std::string> names) {
    options_.config.dense.model_name = "fake";
    options_.config.splade.model_name = "fake";
    options_.config.reranker.model_name = "fake";
    options_.cache_folder = (temporary_.path() / "cache").string();
    options_.stages = make_stages(names, options_.config, {});
    return run_bench(over, options_, models_, [](const std::string&) { return Progress(); });
  }

  test::TemporaryFolder temporary_;
  BenchOptions options_;
  std::shared_ptr<ModelProvider> models_ = std::make_shared<test::FakeModels>();
};

TEST_F(BenchTest, ScoresEveryStageAndNamesWhatItRanOn) {
  const auto results = run(collection(), {"bm25", "sparse", "dense", "hybrid", "hybrid3", "rerank"});
  ASSERT_EQ(results.size(), 6U);
  for (const StageResult& result : results) {
    EXPECT_EQ(result.evaluation.find("nDCG@10"), 1.0) << result.stage;
    EXPECT_EQ(result.document_count, 3U);
  }
  EXPECT_EQ(results[0].published->ndcg_at_10, 0.5);
  EXPECT_FALSE(results[3].published);
  EXPECT_EQ(results[5].encoders.size(), 3U);
  EXPECT_TRUE(results[5].counters.contains("reranking changed"));
}

TEST_F(BenchTest, ASecondRunUsesTheLegsOfTheFirstAndScoresTheSame) {
  const auto first = run(collection(), {"bm25", "dense"});
  const auto second = run(collection(), {"bm25", "dense"});
  EXPECT_FALSE(first[1].index_reused);
  EXPECT_TRUE(second[1].index_reused);
  EXPECT_EQ(first[1].evaluation.values, second[1].evaluation.values);
}

TEST_F(BenchTest, AnotherAnalyzerIsAnotherLeg) {
  (void)run(collection(), {"bm25"});
  options_.config.bm25.analyzer = "plain";
  EXPECT_FALSE(run(collection(), {"bm25"})[0].index_reused);
}

TEST_F(BenchTest, AnIndexOfTheSameDocumentsIsUsedAndAnotherRefused) {
  const std::string folder = (temporary_.path() / "index").string();
  build_index(folder, collection().open_documents(), BuildOptions{}, *models_);
  options_.index_folder = folder;
  EXPECT_TRUE(run(collection(), {"bm25"})[0].index_reused);
  BenchCollection other = collection();
  other.open_documents = [] { return []() -> std::optional<Document> { return std::nullopt; }; };
  const Error error = test::error_of([&] { (void)run(other, {"bm25"}); });
  EXPECT_NE(std::string(error.what()).find("does not hold the documents of `fruit`"), std::string::npos)
      << error.what();
}

TEST_F(BenchTest, ACollectionWithoutJudgementsIsRefused) {
  BenchCollection none = collection();
  none.judged_queries.clear();
  EXPECT_EQ(test::error_of([&] { (void)run(none, {"bm25"}); }).code(), ErrorCode::bad_input);
}

TEST_F(BenchTest, TheSelfMatchRuleDropsTheQuerysOwnDocument) {
  BenchCollection self = collection();
  self.judged_queries = {{"d1", "red apples"}};
  self.qrels = {{"d1", {{"d3", 1}}}};
  EXPECT_LT(run(self, {"bm25"})[0].evaluation.find("nDCG@10"), 1.0);
  self.exclude_self = true;
  EXPECT_EQ(run(self, {"bm25"})[0].evaluation.find("nDCG@10"), 1.0);
}

TEST_F(BenchTest, TheJsonOfARowHoldsAllThatItDependsOn) {
  const auto results = run(collection(), {"bm25", "hybrid"});
  const Json row =
      stage_json(results[1], {.data_hash = "hash", .split = "test", .threads = 2, .truncated = true});
  for (const char* const key : {"dataset",
                                "stage",
                                "model",
                                "queries",
                                "measures",
                                "published",
                                "seconds",
                                "documents_per_second",
                                "queries_per_second",
                                "ms_per_query",
                                "protocol",
                                "split",
                                "legs",
                                "depth",
                                "gain",
                                "tie_rule",
                                "trec_eval",
                                "counters",
                                "models",
                                "data_hash",
                                "threads",
                                "commit",
                                "machine"}) {
    EXPECT_TRUE(row.contains(key)) << key;
  }
  EXPECT_EQ(row["comparable"], false);
  EXPECT_EQ(row["measures"]["nDCG@10"], 1.0);
  EXPECT_EQ(row["legs"].size(), 2U);
}

}  // namespace
}  // namespace marrow
