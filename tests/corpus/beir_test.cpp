#include "corpus/beir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
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
using testing::UnorderedElementsAre;

std::vector<Document> documents_in(std::string text) {
  return all_of(read_beir_documents(lines_in(std::move(text))));
}
Qrels qrels_in(std::string text) { return read_beir_qrels(lines_in(std::move(text), "test.tsv")); }

template <typename Read>
std::string message_of(Read read, const std::string& text) {
  const Error error = error_of([&] { read(text); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input) << text;
  return error.what();
}

TEST(Beir, ReadsDocumentsAndStepsOverOtherKeys) {
  EXPECT_THAT(documents_in("{\"_id\":\"d1\",\"title\":\"T\",\"text\":\"x\",\"metadata\":{\"a\":[1]}}\n"
                           "{\"text\":\"y\",\"_id\":\"d2\",\"title\":\"\"}\n"),
              ElementsAre(Document{"d1", "T", "x"}, Document{"d2", "", "y"}));
}

TEST(Beir, ReadsQueries) {
  EXPECT_THAT(read_beir_queries(
                  lines_in("{\"_id\":\"q1\",\"text\":\"a b\",\"metadata\":{}}\n{\"_id\":2,\"text\":\"\"}")),
              ElementsAre(Query{"q1", "a b"}, Query{"2", ""}));
}

TEST(Beir, ARecordThatLacksSomethingSaysWhat) {
  EXPECT_EQ(message_of(documents_in, "{}\n"), "a.jsonl:1:1: the object has no key `_id`");
  EXPECT_EQ(message_of(documents_in, "{\"_id\":\"a\"}\n"), "a.jsonl:1:1: the object has no key `text`");
  EXPECT_EQ(message_of(documents_in, "{\"_id\":\"a\",\"text\":null}\n"),
            "a.jsonl:1:19: `text`: expected a string, got null");
  EXPECT_EQ(message_of(documents_in, "{\"_id\":\"a\",\"text\":\"x\",\"title\":7}\n"),
            "a.jsonl:1:31: `title`: expected a string or null, got number `7`");
  EXPECT_EQ(
      message_of(documents_in, "{\"_id\":\"\",\"text\":\"x\"}\n"),
      "a.jsonl:1:8: `_id`: expected an id: a string that is not empty, or a whole number, got string ``");
}

TEST(Beir, ReadsJudgementsWithAndWithoutAHeader) {
  const auto expected =
      UnorderedElementsAre(Pair("q1", Grades{{"d1", 2}, {"d2", 0}}), Pair("q 2", Grades{{"d1", -1}}));
  EXPECT_THAT(qrels_in("query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq 2\td1\t-1\n"), expected);
  EXPECT_THAT(
      qrels_in("\xEF\xBB\xBFquery-id\tcorpus-id\tscore\r\nq1\td1\t2\r\n\r\n  \nq1\td2\t0\r\nq 2\td1\t-1"),
      expected);
  EXPECT_THAT(qrels_in("q1\td1\t2\nq1\td2\t0\nq 2\td1\t-1\n"), expected);
  EXPECT_TRUE(qrels_in("").empty());
}

TEST(Beir, ALineOfJudgementsThatDoesNotFollowTheFormatIsNamed) {
  EXPECT_EQ(message_of(qrels_in, "q1\td1\t1\nq1 d2 1\n"),
            "test.tsv:2:1: expected three fields `query-id corpus-id score` separated by tabs, got fewer: "
            "`q1 d2 1`");
  EXPECT_EQ(message_of(qrels_in, "q1\td1\n"),
            "test.tsv:1:4: expected three fields `query-id corpus-id score` separated by tabs, got fewer: "
            "`q1\\x09d1`");
  EXPECT_EQ(message_of(qrels_in, "q1\t0\td1\t1\n"),
            "test.tsv:1:6: expected three fields `query-id corpus-id score` separated by tabs, got more: "
            "`q1\\x090\\x09d1\\x091`");
  EXPECT_EQ(message_of(qrels_in, "\td1\t1\n"), "test.tsv:1:1: expected an id, got nothing");
  EXPECT_EQ(message_of(qrels_in, "q1\t\t1\n"), "test.tsv:1:4: expected an id, got nothing");
  for (const std::string grade : {"x", "1.0", "", "+1", "1 ", "99999999999"}) {
    EXPECT_EQ(message_of(qrels_in, "q1\td1\t" + grade + "\n"),
              "test.tsv:1:7: expected a grade (a whole number), got " + quote(grade));
  }
  EXPECT_EQ(message_of(qrels_in, "query-id\tcorpus-id\tscore\nquery-id\tcorpus-id\tscore\n"),
            "test.tsv:2:20: expected a grade (a whole number), got `score`")
      << "a header stands first or nowhere";
}

TEST(Beir, APairThatIsJudgedTwiceNamesBothLines) {
  EXPECT_EQ(message_of(qrels_in, "q\ta\t1\nq\tb\t1\n\nq\ta\t1\n"),
            "test.tsv:4:1: document `a` stands for query `q` on line 1 already, expected each pair once");
}

TEST(Beir, RandomJudgementsComeBackAsTheyWereWritten) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Qrels expected;
    std::string text = random() % 2 == 0 ? "query-id\tcorpus-id\tscore\n" : "";
    const std::string end = random() % 2 == 0 ? "\r\n" : "\n";
    for (std::size_t i = random() % 30; i > 0; --i) {
      const std::string query = std::string("q").append(std::to_string(random() % 4));
      const std::string document = std::string("d ").append(std::to_string(random() % 9));
      const int grade = static_cast<int>(random() % 5) - 1;
      if (!expected[query].emplace(document, grade).second) continue;
      text += query + '\t' + document + '\t' + std::to_string(grade) + end;
      if (random() % 4 == 0) text += end;
    }
    std::erase_if(expected, [](const auto& entry) { return entry.second.empty(); });
    ASSERT_EQ(qrels_in(text), expected);
  }
}

}  // namespace
}  // namespace marrow
