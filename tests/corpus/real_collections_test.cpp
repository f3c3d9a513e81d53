#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "corpus/beir.h"
#include "corpus/inspect.h"
#include "tests/support/paths.h"

/// Real collections, against the counts that data/README.md states.
namespace marrow {
namespace {

struct Expected {
  std::string folder;
  std::size_t documents;
  std::size_t queries;
  std::size_t judged_queries;
  std::size_t judgements;
  std::size_t relevant;
  std::string split = "test";
};

std::string readable_name(const testing::TestParamInfo<Expected>& info) {
  std::string name = info.param.folder + (info.param.split == "test" ? "" : "_" + info.param.split);
  for (char& c : name) {
    if (c == '-' || c == '/' || c == '.') c = '_';
  }
  return name;
}

class RealCollection : public testing::TestWithParam<Expected> {};

TEST_P(RealCollection, HasTheStatedCountsAndEveryJudgedIdResolves) {
  const Expected& expected = GetParam();
  const std::filesystem::path folder = test::shared_folder() / "data" / expected.folder;
  MARROW_REQUIRE_FILE(folder);
  const Collection collection = Collection::open(folder, expected.split);
  const CollectionCounts counts = inspect(collection);
  EXPECT_EQ(counts.documents, expected.documents);
  EXPECT_EQ(counts.queries, expected.queries);
  EXPECT_EQ(counts.judged_queries, expected.judged_queries);
  EXPECT_EQ(counts.judgements, expected.judgements);
  EXPECT_EQ(counts.relevant, expected.relevant);
  EXPECT_EQ(counts.unknown_documents, 0U);
  EXPECT_EQ(counts.unknown_queries, 0U);
  EXPECT_EQ(judged_queries(collection.queries(), collection.qrels()).size(), expected.judged_queries);
}

INSTANTIATE_TEST_SUITE_P(Shared, RealCollection,
                         testing::Values(Expected{"scifact", 5'183, 1'109, 300, 339, 339},
                                         Expected{"scifact", 5'183, 1'109, 809, 919, 919, "train"},
                                         Expected{"cranfield", 1'400, 225, 225, 1'837, 1'837},
                                         Expected{"cranfield", 1'400, 225, 225, 1'837, 1'837, "test.binary"},
                                         Expected{"cacm", 3'204, 64, 52, 796, 796},
                                         Expected{"med", 1'033, 30, 30, 696, 696},
                                         Expected{"adi", 82, 35, 35, 170, 170},
                                         Expected{"vaswani", 11'429, 93, 93, 2'083, 2'083},
                                         Expected{"miracl-yo-dev", 49'043, 119, 119, 1'188, 144},
                                         Expected{"stackfaq", 719, 1'249, 1'249, 7'184, 7'184},
                                         Expected{"locomo-turns", 5'882, 1'982, 1'982, 2'820, 2'820},
                                         Expected{"legal-plain-english", 445, 290, 290, 446, 446},
                                         Expected{"drcd-zh-hant", 2'000, 7'017, 7'017, 7'017, 7'017},
                                         Expected{"xquad/en", 240, 1'190, 1'190, 1'190, 1'190},
                                         Expected{"xquad/th", 240, 1'190, 1'190, 1'190, 1'190},
                                         Expected{"xquad/ar", 240, 1'190, 1'190, 1'190, 1'190},
                                         Expected{"xquad/de", 240, 1'190, 1'190, 1'190, 1'190},
                                         Expected{"xquad/es", 240, 1'190, 1'190, 1'190, 1'190},
                                         Expected{"xquad/zh", 240, 1'190, 1'190, 1'190, 1'190}),
                         readable_name);

struct Topics {
  std::string name;
  std::size_t queries;
  std::size_t judgements;
};

class RealTopics : public testing::TestWithParam<Topics> {};

TEST_P(RealTopics, OfBeirHaveTheStatedCountsAndEveryJudgedQueryHasAText) {
  const std::filesystem::path folder = test::shared_folder() / "data/_no_corpus_beir" / GetParam().name;
  MARROW_REQUIRE_FILE(folder);
  const Qrels qrels = read_beir_qrels(LineReader(folder / "qrels.test.tsv.gz"));
  const auto queries = judged_queries(read_beir_queries(LineReader(folder / "queries.jsonl.gz")), qrels);
  EXPECT_EQ(queries.size(), GetParam().queries);
  EXPECT_EQ(qrels.size(), GetParam().queries);
  std::size_t judgements = 0;
  for (const auto& [query, grades] : qrels) judgements += grades.size();
  EXPECT_EQ(judgements, GetParam().judgements);
}

INSTANTIATE_TEST_SUITE_P(Shared, RealTopics,
                         testing::Values(Topics{"arguana", 1'406, 1'406}, Topics{"fiqa", 648, 1'706},
                                         Topics{"nfcorpus", 323, 12'334}, Topics{"scidocs", 1'000, 29'928},
                                         Topics{"trec-covid", 50, 66'334},
                                         Topics{"webis-touche2020", 49, 932},
                                         Topics{"quora", 10'000, 15'675}),
                         [](const auto& topics) {
                           std::string name = topics.param.name;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace marrow
