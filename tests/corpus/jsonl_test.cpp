#include "corpus/jsonl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/corpus/texts.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::all_of;
using test::error_of;
using test::lines_in;
using testing::ElementsAre;
using testing::Pair;

Qrels qrels_in(std::string text) { return read_jsonl_qrels(lines_in(std::move(text))); }

std::string message_of(const std::string& qrels) {
  const Error error = error_of([&] { qrels_in(qrels); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  return error.what();
}

TEST(Jsonl, ReadsDocumentsWithoutTitles) {
  EXPECT_THAT(all_of(read_jsonl_documents(
                  lines_in("{\"doc_id\":\"d1\",\"content\":\"x\",\"title\":\"not a key here\"}\n"
                           "{\"doc_id\":17,\"content\":\"\"}\n"))),
              ElementsAre(Document{"d1", "", "x"}, Document{"17", "", ""}));
}

TEST(Jsonl, ReadsQueries) {
  EXPECT_THAT(read_jsonl_queries(lines_in("{\"query_id\":\"q1\",\"text\":\"a\"}")),
              ElementsAre(Query{"q1", "a"}));
}

TEST(Jsonl, EveryListedDocumentIsRelevant) {
  EXPECT_THAT(
      qrels_in(
          "{\"query_id\":\"q1\",\"relevant_doc_ids\":[\"d1\",2]}\n{\"query_id\":3,\"relevant_doc_ids\":[]}"),
      ElementsAre(Pair("3", Grades{}), Pair("q1", Grades{{"2", 1}, {"d1", 1}})));
}

TEST(Jsonl, JudgementsThatDoNotFollowTheFormatAreNamed) {
  EXPECT_EQ(message_of("{\"query_id\":\"q\"}"), "a.jsonl:1:1: the object has no key `relevant_doc_ids`");
  EXPECT_EQ(message_of("{\"query_id\":\"q\",\"relevant_doc_ids\":\"d\"}"),
            "a.jsonl:1:36: `relevant_doc_ids`: expected an array of ids, got string `d`");
  EXPECT_EQ(message_of("{\"query_id\":\"q\",\"relevant_doc_ids\":[\"a\",1.5]}"),
            "a.jsonl:1:41: expected an id: a string that is not empty, or a whole number, got number `1.5`");
  EXPECT_EQ(message_of("{\"query_id\":\"q\",\"relevant_doc_ids\":[\"a\",\"a\"]}"),
            "a.jsonl:1:41: expected each relevant document once, got string `a`");
  EXPECT_EQ(
      message_of(
          "{\"query_id\":\"q\",\"relevant_doc_ids\":[]}\n\n{\"query_id\":\"q\",\"relevant_doc_ids\":[]}"),
      "a.jsonl:3:13: id `q` stands on line 1 already, expected each id once");
}

}  // namespace
}  // namespace marrow
