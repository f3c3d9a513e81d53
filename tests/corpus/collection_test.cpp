#include "corpus/collection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "corpus/inspect.h"
#include "io/digest.h"
#include "tests/corpus/texts.h"
#include "tests/support/errors.h"
#include "tests/support/gzip.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::all_of;
using test::error_of;
using test::gzip;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kDocuments =
    "{\"_id\":\"d1\",\"title\":\"T\",\"text\":\"x\"}\n{\"_id\":\"d2\",\"text\":\"y\"}\n";
constexpr std::string_view kQueries =
    "{\"_id\":\"q1\",\"text\":\"a\"}\n{\"_id\":\"q2\",\"text\":\"b\"}\n{\"_id\":\"q3\",\"text\":\"c\"}\n";
constexpr std::string_view kTest = "query-id\tcorpus-id\tscore\nq3\td1\t1\nq1\td2\t0\n";

class CollectionTest : public testing::Test {
 protected:
  void write_beir() const {
    folder_.write("set/corpus.jsonl", kDocuments);
    folder_.write("set/queries.jsonl.gz", gzip(kQueries));
    folder_.write("set/qrels/test.tsv", kTest);
    folder_.write("set/qrels/train.tsv.gz", gzip("q2\td1\t2\n"));
    folder_.write("set/qrels/notes.txt", "not judgements");
  }
  std::filesystem::path set() const { return folder_ / "set"; }
  Error refusal(std::string_view split = {}) const {
    return error_of([&] { Collection::open(set(), split); });
  }

  test::TemporaryFolder folder_;
};

TEST_F(CollectionTest, OpensBeirsLayoutAndTakesTheTestSplit) {
  write_beir();
  const Collection collection = Collection::open(set());
  EXPECT_EQ(collection.name(), "set");
  EXPECT_EQ(collection.layout(), CollectionLayout::beir);
  EXPECT_THAT(collection.splits(), ElementsAre("test", "train"));
  EXPECT_EQ(collection.split(), "test");
  EXPECT_THAT(all_of(collection.documents()), ElementsAre(Document{"d1", "T", "x"}, Document{"d2", "", "y"}));
  EXPECT_EQ(collection.queries().size(), 3U);
  EXPECT_THAT(judged_queries(collection.queries(), collection.qrels()),
              ElementsAre(Query{"q1", "a"}, Query{"q3", "c"}));
  EXPECT_EQ(Collection::open(set(), "train").qrels().at("q2").at("d1"), 2);
}

TEST_F(CollectionTest, OpensTheLayoutForOnesOwnData) {
  folder_.write("set/documents.jsonl", "{\"doc_id\":\"d1\",\"content\":\"x\"}\n");
  folder_.write("set/queries.jsonl", "{\"query_id\":\"q1\",\"text\":\"a\"}\n");
  folder_.write("set/qrels.jsonl", "{\"query_id\":\"q1\",\"relevant_doc_ids\":[\"d1\"]}\n");
  const Collection collection = Collection::open(set());
  EXPECT_EQ(collection.layout(), CollectionLayout::jsonl);
  EXPECT_EQ(collection.split(), "all");
  EXPECT_THAT(all_of(collection.documents()), ElementsAre(Document{"d1", "", "x"}));
  EXPECT_EQ(collection.qrels().at("q1").at("d1"), 1);
}

TEST_F(CollectionTest, ANameComesFromTheFolderHoweverItIsWritten) {
  write_beir();
  EXPECT_EQ(Collection::open(set() / "").name(), "set");
  EXPECT_EQ(Collection::open(set() / ".").name(), "set");
  EXPECT_EQ(Collection::open(set() / "qrels" / "..").name(), "set");
}

TEST_F(CollectionTest, DocumentsAloneAreACollectionThatLacksTheRest) {
  folder_.write("set/corpus.jsonl.gz", gzip(kDocuments));
  const Collection collection = Collection::open(set());
  EXPECT_EQ(all_of(collection.documents()).size(), 2U);
  EXPECT_THAT(collection.splits(), IsEmpty());
  EXPECT_FALSE(collection.has_queries());
  EXPECT_FALSE(collection.has_qrels());
  const Error queries = error_of([&] { collection.queries(); });
  EXPECT_EQ(queries.code(), ErrorCode::not_found);
  EXPECT_THAT(queries.what(), HasSubstr("has no queries.jsonl"));
  EXPECT_THAT(error_of([&] { collection.qrels(); }).what(), HasSubstr("has no judgements"));
}

TEST_F(CollectionTest, TheOnlySplitIsTakenAndSeveralWithoutATestAreNamed) {
  folder_.write("set/corpus.jsonl", kDocuments);
  folder_.write("set/qrels/dev.tsv", kTest);
  EXPECT_EQ(Collection::open(set()).split(), "dev");
  folder_.write("set/qrels/train.tsv", kTest);
  const Collection undecided = Collection::open(set());
  EXPECT_EQ(undecided.split(), "");
  EXPECT_THAT(error_of([&] { undecided.qrels(); }).what(), HasSubstr("name one of: dev, train"));
}

TEST_F(CollectionTest, WhatIsNoCollectionIsTold) {
  EXPECT_EQ(refusal().code(), ErrorCode::not_found);
  EXPECT_THAT(refusal().what(), HasSubstr("set: no such folder"));
  folder_.write("set/other.txt", "");
  EXPECT_EQ(refusal().code(), ErrorCode::not_found);
  EXPECT_THAT(refusal().what(), HasSubstr("holds neither corpus.jsonl (BEIR) nor documents.jsonl"));
}

TEST_F(CollectionTest, TwoLayoutsAndTwoFormsOfAFileAreRefused) {
  write_beir();
  EXPECT_THAT(refusal("dev").what(), HasSubstr("no split `dev`, there are: test, train"));
  folder_.write("set/queries.jsonl", kQueries);
  EXPECT_THAT(refusal().what(), HasSubstr("holds both queries.jsonl and queries.jsonl.gz"));
  std::filesystem::remove(set() / "queries.jsonl");
  folder_.write("set/documents.jsonl", "");
  EXPECT_EQ(refusal().code(), ErrorCode::bad_input);
  EXPECT_THAT(refusal().what(), HasSubstr("holds both corpus.jsonl"));
}

TEST_F(CollectionTest, TheHashIsOfTheContentAndOfEveryFileAndOfTheSplit) {
  write_beir();
  const auto hash = [&](std::string_view split = {}) { return Collection::open(set(), split).data_hash(); };
  const std::string before = hash();
  EXPECT_EQ(before,
            digest_of(DigestKind::sha256, "documents " + digest_of(DigestKind::sha256, kDocuments) +
                                              "\nqueries " + digest_of(DigestKind::sha256, kQueries) +
                                              "\njudgements " + digest_of(DigestKind::sha256, kTest) + "\n"));
  EXPECT_NE(hash("train"), before);
  std::filesystem::remove(set() / "corpus.jsonl");
  folder_.write("set/corpus.jsonl.gz", gzip(kDocuments));
  EXPECT_EQ(hash(), before);
  folder_.write("set/qrels/test.tsv", "q1\td2\t1\n");
  EXPECT_NE(hash(), before);
}

TEST_F(CollectionTest, InspectingCountsAndNamesWhatDoesNotResolve) {
  folder_.write("set/corpus.jsonl", std::string(kDocuments) + "{\"_id\":\"d3\",\"text\":\"\"}\n");
  folder_.write("set/queries.jsonl", kQueries);
  folder_.write("set/qrels/test.tsv", "q1\td1\t2\nq1\tgone\t1\nq2\td2\t0\nq9\td2\t-1\n");
  const CollectionCounts counts = inspect(Collection::open(set()));
  EXPECT_EQ(counts.documents, 3U);
  EXPECT_EQ(counts.empty_documents, 1U);
  EXPECT_EQ(counts.queries, 3U);
  EXPECT_EQ(counts.judged_queries, 2U);
  EXPECT_EQ(counts.judgements, 4U);
  EXPECT_EQ(counts.relevant, 2U);
  EXPECT_EQ(counts.unknown_documents, 1U);
  EXPECT_EQ(counts.unknown_queries, 1U);
  EXPECT_THAT(counts.examples_of_unknown, ElementsAre("document `gone`", "query `q9`"));
}

TEST_F(CollectionTest, InspectingShowsProgressThatMayInterrupt) {
  std::string many;
  for (int i = 0; i < 1500; ++i) many += "{\"_id\":" + std::to_string(i) + ",\"text\":\"\"}\n";
  folder_.write("set/corpus.jsonl", many);
  EXPECT_THROW(inspect(Collection::open(set()), [](std::size_t, std::size_t) { throw Interrupted(); }),
               Interrupted);
}

}  // namespace
}  // namespace marrow
