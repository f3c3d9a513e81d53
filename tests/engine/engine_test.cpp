#include "marrow/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "marrow/error.h"
#include "tests/support/errors.h"
#include "tests/support/fake_models.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

const std::vector<Document> kDocuments{
    {"d1", "Tides", "The moon pulls the sea and makes the tides."},
    {"d2", "", "A red apple fell from the tree."},
    {"d3", "Apples", "Green apples and red apples are sold by weight."},
    {"d4", "Empty", ""},
    {"d 5", "Moon", "Men walked on the moon and left a mirror there."},
};

DocumentSource source_of(const std::vector<Document>& documents) {
  return [&documents, next = std::size_t{0}]() mutable -> std::optional<Document> {
    if (next == documents.size()) return std::nullopt;
    return documents[next++];
  };
}

BuildOptions three_legs() {
  BuildOptions options;
  options.sparse_models = {"fake"};
  options.dense_models = {"fake"};
  return options;
}

template <class Action>
void expect_error(ErrorCode code, const std::string& part, Action&& action) {
  const Error error = test::error_of(action);
  EXPECT_EQ(error.code(), code) << error.what();
  EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
}

class EngineTest : public ::testing::Test {
 protected:
  void build(const BuildOptions& options) { build_index(folder(), source_of(kDocuments), options, *models_); }
  std::string folder() const { return (temporary_.path() / "index").string(); }
  Engine open(std::size_t threads = 2) const {
    return Engine::open(folder(), {.threads = threads, .bm25 = {}, .models = models_});
  }

  test::TemporaryFolder temporary_;
  std::shared_ptr<test::FakeModels> models_ = std::make_shared<test::FakeModels>();
};

SearchOptions all_legs() {
  SearchOptions options;
  options.legs = {{"bm25", 0.35}, {"sparse", 0.25}, {"dense", 0.40}};
  return options;
}

std::vector<std::string> ids_of(const std::vector<Answer>& answers) {
  std::vector<std::string> ids;
  for (const Answer& answer : answers) ids.push_back(answer.external_id);
  return ids;
}

TEST_F(EngineTest, GivesBackEveryDocumentAndNamesItsLegs) {
  build(three_legs());
  const Engine engine = open();
  EXPECT_EQ(engine.document_count(), kDocuments.size());
  for (const Document& document : kDocuments) EXPECT_EQ(engine.document(document.external_id), document);
  EXPECT_EQ(engine.document("nobody"), std::nullopt);
  const auto names = engine.leg_names();
  ASSERT_EQ(names.size(), 3U);
  EXPECT_EQ(names[0], "bm25");
  EXPECT_TRUE(names[1].starts_with("sparse:"));
  EXPECT_TRUE(names[2].starts_with("dense:"));
}

TEST_F(EngineTest, AnAnswerCarriesEveryLegsRankAndScoreAndTheFusedOne) {
  build(three_legs());
  const Engine engine = open();
  const auto answers = engine.search({"q", "red apples"}, all_legs());
  ASSERT_FALSE(answers.empty());
  EXPECT_EQ(answers[0].external_id, "d3");
  ASSERT_EQ(answers[0].legs.size(), 3U);
  EXPECT_EQ(answers[0].legs[0].rank, 1U);
  EXPECT_EQ(answers[0].fused.rank, 1U);
  EXPECT_EQ(answers[0].fused.score, answers[0].score);
  EXPECT_EQ(answers[0].reranked.rank, 0U);
}

TEST_F(EngineTest, ALegOfWeightOneBesideLegsOfWeightZeroEqualsThatLegAlone) {
  build(three_legs());
  const Engine engine = open();
  for (const char* const leg : {"bm25", "sparse", "dense"}) {
    SearchOptions alone;
    alone.legs = {{leg, 1.0}};
    SearchOptions beside = all_legs();
    for (WeightedLeg& one : beside.legs) one.weight = one.name == leg ? 1.0 : 0.0;
    const auto expected = engine.search({"q", "the moon"}, alone);
    const auto found = engine.search({"q", "the moon"}, beside);
    ASSERT_EQ(ids_of(found), ids_of(expected)) << leg;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].score, expected[i].score) << leg;
  }
}

TEST_F(EngineTest, ManyQueriesAtOnceEqualEachAloneAtAnyThreadCount) {
  build(three_legs());
  const std::vector<Query> queries{{"1", "red apples"}, {"2", "moon"}, {"3", ""}, {"4", "sea tides weight"}};
  const Engine one = open(1);
  const Engine many = open(4);
  const auto together = many.search_all(queries, all_legs());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto alone = one.search(queries[i], all_legs());
    ASSERT_EQ(ids_of(together[i]), ids_of(alone));
    for (std::size_t k = 0; k < alone.size(); ++k) EXPECT_EQ(together[i][k].score, alone[k].score);
  }
}

TEST_F(EngineTest, ScoresDoNotDependOnThePageSize) {
  build(three_legs());
  const Engine engine = open();
  SearchOptions small = all_legs();
  small.top_k = 1;
  const auto first = engine.search({"q", "the moon"}, small);
  const auto page = engine.search({"q", "the moon"}, all_legs());
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].external_id, page[0].external_id);
  EXPECT_EQ(first[0].score, page[0].score);
}

TEST_F(EngineTest, TheQuerysOwnDocumentIsLeftOutOnlyWhenAskedFor) {
  build(three_legs());
  const Engine engine = open();
  const Query query{"d3", "Green apples and red apples are sold by weight."};
  SearchOptions options = all_legs();
  EXPECT_EQ(engine.search(query, options)[0].external_id, "d3");
  options.exclude_self = true;
  const auto ids = ids_of(engine.search(query, options));
  EXPECT_EQ(std::count(ids.begin(), ids.end(), "d3"), 0);
}

TEST_F(EngineTest, TheRerankersLogitIsShownAndABlendOfOneFollowsIt) {
  build(three_legs());
  const Engine engine = open();
  SearchOptions options = all_legs();
  options.reranker = "fake";
  options.blend_weight = 1.0;
  const auto answers = engine.search({"q", "red apple tree"}, options);
  EXPECT_EQ(answers[0].external_id, "d2");
  EXPECT_EQ(answers[0].reranked.rank, 1U);
  EXPECT_FLOAT_EQ(answers[0].reranked.score, 4.0F);
}

TEST_F(EngineTest, ExplainingShowsEveryLegTheFusionAndTheBlend) {
  build(three_legs());
  const Engine engine = open();
  SearchOptions options = all_legs();
  options.reranker = "fake";
  const std::string text = engine.explain({"q", "red apples"}, "d3", options);
  for (const char* const part : {"bm25: rank 1", "term `appl`", "sparse:", "dense:",
                                 "fusion (linear): rank 1", "weight 0.35 x", "reranking by fake: logit"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
  }
  EXPECT_THROW((void)engine.explain({"q", "x"}, "nobody", options), Error);
}

TEST_F(EngineTest, AnUnknownLegNamesThoseThereAre) {
  build({.sparse_models = {}, .dense_models = {}});
  const Engine engine = open();
  SearchOptions options;
  options.legs = {{"dense", 1.0}};
  expect_error(ErrorCode::not_found, "leg `dense` is not in this index; it has: bm25", [&] {
    (void)engine.search({"q", "x"}, options);
  });
}

TEST_F(EngineTest, ALegThatNeedsAModelIsRefusedWhenThereIsNone) {
  build(three_legs());
  const Engine engine = Engine::open(folder(), {});
  SearchOptions options;
  options.legs = {{"dense", 1.0}};
  expect_error(ErrorCode::invalid_argument, "needs a model", [&] {
    (void)engine.search({"q", "x"}, options);
  });
  options.legs = {{"bm25", 1.0}};
  EXPECT_EQ(engine.search({"q", "moon"}, options).size(), 2U);
  options.reranker = "fake";
  expect_error(ErrorCode::invalid_argument, "reranking needs a model", [&] {
    (void)engine.search({"q", "x"}, options);
  });
}

TEST_F(EngineTest, BadSearchOptionsAreRefusedByName) {
  build(three_legs());
  const Engine engine = open();
  const auto expect_refused = [&](const char* message, const std::function<void(SearchOptions&)>& spoil) {
    SearchOptions options = all_legs();
    spoil(options);
    expect_error(ErrorCode::invalid_argument, message, [&] { (void)engine.search({"q", "x"}, options); });
  };
  expect_refused("at least one leg", [](SearchOptions& options) { options.legs.clear(); });
  expect_refused("depth", [](SearchOptions& options) { options.depth = 0; });
  expect_refused("top_k", [](SearchOptions& options) { options.top_k = 0; });
  expect_refused("blend_weight", [](SearchOptions& options) { options.blend_weight = 1.5; });
  expect_refused("blend_k", [](SearchOptions& options) { options.blend_k = -1.0; });
  expect_refused("weight", [](SearchOptions& options) { options.legs[0].weight = std::nan(""); });
  expect_refused("rerank_depth", [](SearchOptions& options) {
    options.reranker = "fake";
    options.rerank_depth = 0;
  });
}

TEST_F(EngineTest, AnIndexWithoutALegOrWithAModelTwiceIsRefused) {
  BuildOptions none;
  none.analyzer = "";
  expect_error(ErrorCode::invalid_argument, "at least one leg", [&] { build(none); });
  BuildOptions twice = three_legs();
  twice.dense_models = {"fake", "fake"};
  expect_error(ErrorCode::invalid_argument, "stands twice", [&] { build(twice); });
  BuildOptions empty = three_legs();
  empty.sparse_models = {""};
  expect_error(ErrorCode::invalid_argument, "name is empty", [&] { build(empty); });
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(EngineTest, AnInterruptedBuildLeavesNothing) {
  const auto source = source_of(kDocuments);
  const Progress stop = [](std::size_t, std::size_t) { throw Interrupted(); };
  EXPECT_THROW(build_index(folder(), source, three_legs(), *models_, stop), Interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(EngineTest, AnIndexIsReplacedOnlyWhenToldTo) {
  build(three_legs());
  EXPECT_THROW(build(three_legs()), Error);
  BuildOptions replace;
  replace.replace = true;
  build(replace);
  EXPECT_EQ(open().leg_names(), std::vector<std::string>{"bm25"});
}

TEST_F(EngineTest, ACollectionWithoutDocumentsAnswersWithNothing) {
  const std::vector<Document> none;
  const auto report = build_index(folder(), source_of(none), three_legs(), *models_);
  EXPECT_EQ(report.document_count, 0U);
  EXPECT_TRUE(open().search({"q", "moon"}, all_legs()).empty());
}

}  // namespace
}  // namespace marrow
