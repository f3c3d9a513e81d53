#include "corpus/datasets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using testing::AllOf;
using testing::HasSubstr;

TEST(Datasets, EveryDescriptorIsComplete) {
  std::set<std::string_view> names;
  for (const DatasetDescriptor& dataset : known_datasets()) {
    EXPECT_TRUE(names.insert(dataset.name).second) << dataset.name;
    EXPECT_FALSE(dataset.about.empty());
    EXPECT_EQ(dataset.md5.size(), 32U);
    EXPECT_EQ(dataset.md5.find_first_not_of("0123456789abcdef"), std::string_view::npos);
    EXPECT_GT(dataset.documents, 0U);
    EXPECT_GT(dataset.judged_queries, 0U);
    EXPECT_FALSE(dataset.licence.empty());
    EXPECT_FALSE(dataset.mirror_licence.empty());
  }
  EXPECT_EQ(names.size(), 8U);
}

TEST(Datasets, EveryFigureHasItsValueItsSourceAndBothRevisionsInOneText) {
  for (const DatasetDescriptor& dataset : known_datasets()) {
    std::set<std::string_view> systems;
    for (const DatasetFigure& figure : dataset.figures) {
      EXPECT_TRUE(systems.insert(figure.system).second) << figure.system;
      EXPECT_GT(figure.ndcg_at_10(), 0.0);
      EXPECT_LT(figure.ndcg_at_10(), 1.0);
      EXPECT_THAT(std::string(figure.statement),
                  AllOf(HasSubstr(" nDCG@10 ("), HasSubstr("): "), HasSubstr("model"), HasSubstr("; data ")));
    }
    EXPECT_TRUE(systems.contains("bm25"));
    EXPECT_TRUE(systems.contains("all-MiniLM-L6-v2"));
    EXPECT_TRUE(systems.contains("bge-small-en-v1.5"));
  }
}

TEST(Datasets, FiguresThatTheReportsLeanOnAreTheKnownOnes) {
  const auto figure = [](std::string_view dataset, std::string_view system) {
    for (const DatasetFigure& candidate : require_dataset(dataset).figures) {
      if (candidate.system == system) return candidate.ndcg_at_10();
    }
    return 0.0;
  };
  EXPECT_EQ(figure("scifact", "bm25"), 0.6789);
  EXPECT_EQ(figure("scifact", "all-MiniLM-L6-v2"), 0.64508);
  EXPECT_EQ(figure("scifact", "bge-small-en-v1.5"), 0.71273);
  EXPECT_EQ(figure("fiqa", "all-MiniLM-L6-v2"), 0.36867);
  EXPECT_EQ(figure("arguana", "all-MiniLM-L6-v2"), 0.50167);
  EXPECT_EQ(figure("trec-covid", "all-MiniLM-L6-v2"), 0.47232);
  EXPECT_EQ(figure("nfcorpus", "bm25"), 0.3218);
}

TEST(Datasets, TheSelfMatchRuleIsPerSet) {
  for (const DatasetDescriptor& dataset : known_datasets()) {
    const bool expected = dataset.name == "arguana" || dataset.name == "fiqa" || dataset.name == "quora";
    EXPECT_EQ(dataset.exclude_self, expected) << dataset.name;
  }
}

TEST(Datasets, AnUnknownNameGetsTheNearest) {
  EXPECT_EQ(find_dataset("SciFacts"), nullptr);
  const Error error = error_of([] { require_dataset("scifacts"); });
  EXPECT_EQ(error.code(), ErrorCode::not_found);
  EXPECT_THAT(error.what(), HasSubstr("no known data set `scifacts`, did you mean `scifact`?"));
}

TEST(Datasets, ANamedCollectionIsSoughtInTheDataFolderFirstThenAsAFolder) {
  const test::TemporaryFolder folder;
  folder.write("data/mine/corpus.jsonl", "");
  folder.write("data/group/de/corpus.jsonl", "");
  folder.write("elsewhere/documents.jsonl", "");
  const auto data = folder / "data";
  EXPECT_EQ(open_collection("mine", data).folder(), data / "mine");
  EXPECT_EQ(open_collection("group/de", data).name(), "de");
  EXPECT_EQ(open_collection((folder / "elsewhere").string(), data).layout(), CollectionLayout::jsonl);
}

TEST(Datasets, TheCollectionsOfADataFolderAreNamedInOrder) {
  const test::TemporaryFolder folder;
  folder.write("data/b/corpus.jsonl.gz", "");
  folder.write("data/a/documents.jsonl", "");
  folder.write("data/group/de/corpus.jsonl", "");
  folder.write("data/corpus.jsonl", "");
  EXPECT_THAT(collections_in(folder / "data"), testing::ElementsAre("a", "b"));
  EXPECT_THAT(collections_in(folder / "absent"), testing::IsEmpty());
}

TEST(Datasets, ACollectionThatIsNotThereSaysHowToGetIt) {
  const test::TemporaryFolder folder;
  const auto message = [&](std::string_view name) {
    const Error error = error_of([&] { open_collection(name, folder.path()); });
    EXPECT_EQ(error.code(), ErrorCode::not_found);
    return std::string(error.what());
  };
  EXPECT_THAT(message("scifact"), HasSubstr("get it with: marrow datasets pull scifact"));
  EXPECT_THAT(message("nothing-of-the-kind"), HasSubstr("no folder of that name"));
  EXPECT_THAT(message("./absent"), HasSubstr("./absent: no such folder"));
  EXPECT_THAT(message(""), HasSubstr("no folder of that name"));
}

}  // namespace
}  // namespace marrow
