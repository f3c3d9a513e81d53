#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "corpus/beir.h"
#include "corpus/jsonl.h"
#include "tests/support/errors.h"

/// Faults of reading collections that others shipped: cases/known_faults.md, BR-09 to BR-13.
namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

LineReader lines_in(std::string text) { return LineReader(open_text(std::move(text), "corpus.jsonl")); }

std::vector<Document> documents_in(std::string text) {
  DocumentReader reader = read_beir_documents(lines_in(std::move(text)));
  std::vector<Document> documents;
  while (auto document = reader.next()) documents.push_back(std::move(*document));
  return documents;
}

std::string refusal(std::string text) {
  const Error error = test::error_of([&] { documents_in(std::move(text)); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  return error.what();
}

TEST(JsonlFaults, BR09AMissingOrNullTitleIsEmptyAndAddsNoBlank) {
  const auto documents = documents_in(
      "{\"_id\":\"a\",\"text\":\"sky\"}\n{\"_id\":\"b\",\"title\":null,\"text\":\"sky\"}\n"
      "{\"_id\":\"c\",\"title\":\"title\",\"text\":\"text\"}\n{\"_id\":\"d\",\"title\":\"only\",\"text\":"
      "\"\"}\n");
  ASSERT_EQ(documents.size(), 4U);
  EXPECT_EQ(documents[0].title, "");
  EXPECT_EQ(documents[1].title, "");
  EXPECT_EQ(full_text(documents[0]), "sky");
  EXPECT_EQ(full_text(documents[1]), "sky");
  EXPECT_EQ(full_text(documents[2]), "title text");
  EXPECT_EQ(full_text(documents[3]), "only");
}

TEST(JsonlFaults, BR10NumbersAsIdsAreTheirExactDecimalText) {
  const auto documents = documents_in(
      "{\"_id\":3,\"text\":\"\"}\n{\"_id\":9007199254740993,\"text\":\"\"}\n"
      "{\"_id\":123456789012345678901234567890,\"text\":\"\"}\n{\"_id\":-7 ,\"text\":\"\"}\n");
  const Qrels qrels = read_beir_qrels(LineReader(open_text("q\t3\t1\n", "test.tsv")));
  ASSERT_EQ(documents.size(), 4U);
  EXPECT_TRUE(qrels.at("q").contains(documents[0].external_id));
  EXPECT_EQ(documents[1].external_id, "9007199254740993");
  EXPECT_EQ(documents[2].external_id, "123456789012345678901234567890");
  EXPECT_EQ(documents[3].external_id, "-7");
}

TEST(JsonlFaults, BR10TheSameIdAsNumberAndAsTextIsOneId) {
  EXPECT_THAT(refusal("{\"_id\":3,\"text\":\"\"}\n{\"_id\":\"3\",\"text\":\"\"}\n"),
              StartsWith("corpus.jsonl:2:8: "));
}

TEST(JsonlFaults, BR10AnythingElseAsAnIdIsRefusedWithItsPlace) {
  for (const std::string id : {"3.0", "1e3", "true", "null", "{\"a\":1}", "[1]", "\"\""}) {
    EXPECT_THAT(refusal("\n{\"_id\": " + id + ",\"text\":\"\"}\n"),
                StartsWith("corpus.jsonl:2:9: `_id`: expected an id"));
  }
  EXPECT_THAT(refusal("{\"text\":\"\"}\n"), HasSubstr("corpus.jsonl:1:1: the object has no key `_id`"));
}

TEST(JsonlFaults, BR10IdsOfEveryFileAndLayoutAreReadAlike) {
  const Qrels qrels = read_jsonl_qrels(
      lines_in("{\"query_id\":9007199254740993,\"relevant_doc_ids\":[3,\"4\",9007199254740995]}"));
  EXPECT_EQ(qrels.at("9007199254740993"), (Grades{{"3", 1}, {"4", 1}, {"9007199254740995", 1}}));
  EXPECT_EQ(read_beir_queries(lines_in("{\"_id\":5,\"text\":\"\"}")).at(0).external_id, "5");
}

TEST(JsonlFaults, BR11AByteOrderMarkAtTheStartChangesNothing) {
  const std::string record = "{\"_id\":\"a\",\"text\":\"sky\"}\n";
  EXPECT_EQ(documents_in("\xEF\xBB\xBF" + record), documents_in(record));
}

TEST(JsonlFaults, BR11AByteOrderMarkElsewhereIsText) {
  EXPECT_EQ(documents_in("{\"_id\":\"a\",\"text\":\"\xEF\xBB\xBFsky\"}").at(0).text, "\xEF\xBB\xBFsky");
  EXPECT_THAT(refusal("{\"_id\":\"a\",\"text\":\"\"}\n\xEF\xBB\xBF{\"_id\":\"b\",\"text\":\"\"}\n"),
              StartsWith("corpus.jsonl:2:1: "));
}

TEST(JsonlFaults, BR12BlankLinesCrlfAndAMissingLastLineEndLoseNothing) {
  const auto expected = ElementsAre(Document{"a", "", "x"}, Document{"b", "", "y"});
  EXPECT_THAT(documents_in("{\"_id\":\"a\",\"text\":\"x\"}\n\n   \n{\"_id\":\"b\",\"text\":\"y\"}"),
              expected);
  EXPECT_THAT(documents_in("{\"_id\":\"a\",\"text\":\"x\"}\r\n\r\n   \r\n{\"_id\":\"b\",\"text\":\"y\"}"),
              expected);
}

TEST(JsonlFaults, BR12ABrokenLineIsNamedByItsTrueNumber) {
  EXPECT_THAT(refusal("{\"_id\":\"a\",\"text\":\"x\"}\r\n\r\n   \r\n{\"_id\":\"b\",\"text\":\"y\"\r\n"),
              StartsWith("corpus.jsonl:4:"));
}

TEST(JsonlFaults, BR13AnIdOnTwoLinesIsRefusedAndBothAreNamed) {
  EXPECT_EQ(refusal("{\"_id\":\"k1\",\"text\":\"red\"}\n{\"_id\":\"k2\",\"text\":\"\"}\n{\"_id\":\"k1\","
                    "\"text\":\"blue\"}\n"),
            "corpus.jsonl:3:8: id `k1` stands on line 1 already, expected each id once");
}

}  // namespace
}  // namespace marrow
