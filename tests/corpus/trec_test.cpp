#include "corpus/trec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tests/support/errors.h"
#include "tests/support/gzip.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr TrecReading kAsTrecEval9{TrecStrictness::as_trec_eval, TrecComments::none};
constexpr TrecReading kAsTrecEval10{TrecStrictness::as_trec_eval, TrecComments::skipped};
constexpr TrecReading kWithComments{TrecStrictness::strict, TrecComments::skipped};

Qrels qrels_in(std::string text, TrecReading reading = {}) {
  return read_trec_qrels(LineReader(open_text(std::move(text), "qrels")), reading);
}

TrecRun run_in(std::string text, TrecReading reading = {}) {
  return read_trec_run(LineReader(open_text(std::move(text), "run")), reading);
}

std::string qrels_refusal(const std::string& text, TrecReading reading = {}) {
  const Error error = test::error_of([&] { qrels_in(text, reading); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input) << text;
  return error.what();
}

std::string run_refusal(const std::string& text, TrecReading reading = {}) {
  const Error error = test::error_of([&] { run_in(text, reading); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input) << text;
  return error.what();
}

TEST(TrecQrels, FieldsAreCutAtAnyWhiteSpaceAndTheIterationMayBeAnything) {
  const Qrels qrels = qrels_in("q1 0 d1 1\n\tq1\t0.5  d2 \v-1 \r\n\n   \nq2 Q0 d1 +x\n", kAsTrecEval9);
  EXPECT_THAT(qrels.at("q1"), ElementsAre(Pair("d1", 1), Pair("d2", -1)));
  EXPECT_THAT(qrels.at("q2"), ElementsAre(Pair("d1", 0)));
}

TEST(TrecQrels, AByteOrderMarkCarriageReturnsAndAMissingLastLineEndChangeNothing) {
  const Qrels expected{{"q", {{"a", 1}, {"b", 2}}}};
  EXPECT_EQ(qrels_in("\xEF\xBB\xBFq 0 a 1\r\nq 0 b 2"), expected);
}

TEST(TrecQrels, AnEmptyFileJudgesNothing) {
  EXPECT_TRUE(qrels_in("").empty());
  EXPECT_TRUE(qrels_in("\n \n").empty());
}

TEST(TrecQrels, ABrokenLineIsRefusedWithItsPlaceAndWhatWasExpected) {
  EXPECT_THAT(qrels_refusal("q 0 d 1\n\nq 0 d\n"),
              HasSubstr("qrels:3:1: expected 4 fields (query, iteration, document, grade), got 3"));
  EXPECT_THAT(qrels_refusal("q 0 d 1 x\n"), HasSubstr("got 5"));
  EXPECT_THAT(qrels_refusal("q 0 d x\n"), HasSubstr("qrels:1:7: a grade must be a whole number, got `x`"));
  EXPECT_THAT(qrels_refusal("q 0 d 1.0\n"), HasSubstr("got `1.0`"));
  EXPECT_THAT(qrels_refusal("q 0 d 99999999999\n"), HasSubstr("a grade must be a whole number"));
  EXPECT_THAT(qrels_refusal("q 0 d 1 x\n", kAsTrecEval9), HasSubstr("expected 4 fields"));
}

TEST(TrecQrels, ADocumentJudgedTwiceIsRefusedWithBothLines) {
  EXPECT_THAT(qrels_refusal("q 0 d 1\nr 0 d 1\nq 0 e 0\nq 0 d 1\n"),
              HasSubstr("qrels:4:1: document `d` stands for query `q` on line 1 already"));
  EXPECT_THAT(qrels_refusal("q 0 d 1\nq 0 d 1\n", kAsTrecEval10), HasSubstr("qrels:2:1"));
}

TEST(TrecQrels, TheFirstRepetitionInTheFileIsTheOneReported) {
  EXPECT_THAT(qrels_refusal("a 0 x 1\nz 0 y 1\nz 0 y 1\na 0 x 1\na 0 x 1\n"),
              HasSubstr("qrels:3:1: document `y` stands for query `z` on line 2 already"));
}

TEST(TrecQrels, CommentLinesAreSkippedOnlyWhereAskedAndAHashInAFieldIsNoComment) {
  const std::string text = "# a comment\nq 0 d#1 1\n  # another # one\n#q 0 e 1\n";
  EXPECT_EQ(qrels_in(text, kWithComments), (Qrels{{"q", {{"d#1", 1}}}}));
  EXPECT_THAT(
      qrels_refusal(text),
      HasSubstr("qrels:1:1: expected 4 fields (query, iteration, document, grade), got 3; comment lines are "
                "read with --trec-eval 10 only"));
  EXPECT_EQ(qrels_in("#q 0 e 1\n"), (Qrels{{"#q", {{"e", 1}}}}));
  EXPECT_EQ(qrels_in("# and a comment\n", kAsTrecEval9), (Qrels{{"#", {{"a", 0}}}}));
}

TEST(TrecRuns, KeepTheScoresAndTheLastLinesRunId) {
  const TrecRun run = run_in("q2 Q0 b 1 0.25 first\nq1 Q0 a 0 -1e-3 tag\nq2 Q0 a 2 0.125 last\n");
  EXPECT_EQ(run.run_id, "last");
  EXPECT_EQ(run.run, (marrow::Run{{"q1", {{"a", -0.001}}}, {"q2", {{"b", 0.25}, {"a", 0.125}}}}));
}

TEST(TrecRuns, AnEmptyFileRetrievesNothing) {
  const TrecRun run = run_in("");
  EXPECT_TRUE(run.run.empty());
  EXPECT_TRUE(run.run_id.empty());
}

TEST(TrecRuns, AnIdWithWhiteSpaceIsReportedByTheStrictReader) {
  EXPECT_THAT(run_refusal("q Q0 doc 7 1 3.2 tag\n"),
              HasSubstr("run:1:1: expected 6 fields (query, Q0, document, rank, score, run id), got 7"));
  EXPECT_THAT(
      run_refusal("q Q0 doc x 1 3.2\n"),
      HasSubstr("run:1:10: a rank must be a whole number from 0 (does an id hold white space?), got `x`"));
}

TEST(TrecRuns, TheClassicReadingIgnoresRanksAndWordsBehindTheRunId) {
  const TrecRun run = run_in("q Q0 doc 7 1 3.2 more words here\n", kAsTrecEval9);
  EXPECT_EQ(run.run, (marrow::Run{{"q", {{"doc", 1.0}}}}));
  EXPECT_EQ(run.run_id, "3.2");
  EXPECT_EQ(run_in("q Q0 d first x1 tag\n", kAsTrecEval9).run, (marrow::Run{{"q", {{"d", 0.0}}}}));
  EXPECT_THAT(run_refusal("q Q0 d 1 0.5\n", kAsTrecEval9), HasSubstr("expected 6 fields"));
}

TEST(TrecRuns, BadNumbersAreRefusedWithTheirPlace) {
  EXPECT_THAT(run_refusal("q Q0 d 1 high tag\n"),
              HasSubstr("run:1:10: a score must be a finite decimal number, got `high`"));
  for (const char* const score : {"nan", "inf", "1e999", "0x1p3", "1.5x", "+1", ""}) {
    EXPECT_THAT(run_refusal(std::string("q Q0 d 1 ") + score + " tag\n"), HasSubstr("run:1:"));
  }
  EXPECT_THAT(run_refusal("q Q0 d -1 0.5 tag\n"), HasSubstr("a rank must be a whole number from 0"));
  EXPECT_THAT(run_refusal("q Q0 d 1.0 0.5 tag\n"), HasSubstr("a rank must be"));
}

TEST(TrecRuns, TheClassicReadingOfAScoreIsThatOfC) {
  const auto score = [](const std::string& text) {
    return run_in("q Q0 d 1 " + text + " tag\n", kAsTrecEval9).run.at("q").front().score;
  };
  // Each also by the C library, in the C locale that tests run in.
  for (const std::string text : {"1.5x",
                                 "+2.5",
                                 "-.5e1z",
                                 "high",
                                 "--1",
                                 "+-1",
                                 "1e",
                                 "1e+",
                                 "0x1p3",
                                 "0x",
                                 "0xg",
                                 ".",
                                 "-",
                                 "1.2.3",
                                 "0x1.8",
                                 "1e999",
                                 "-1e999",
                                 "1e-999",
                                 "0.000001e-320",
                                 "100000e305",
                                 "0.0000001e310",
                                 "inf",
                                 "-Infinity",
                                 "infx",
                                 "1e99999999999999999999",
                                 "1e-99999999999999999999",
                                 "123456789012345678901234567890"}) {
    EXPECT_EQ(score(text), std::strtod(text.c_str(), nullptr)) << text;
  }
  EXPECT_THAT(run_refusal("q Q0 d 1 nan tag\n", kAsTrecEval9),
              HasSubstr("a score must be a number, got `nan`"));
}

TEST(TrecQrels, TheClassicReadingOfAGradeIsThatOfC) {
  const auto grade = [](const std::string& text) {
    return qrels_in("q 0 d " + text + "\n", kAsTrecEval9).at("q").at("d");
  };
  for (const std::string text : {"1", "+1", "-1", "0.5", "2x", "x", "-", "--1", "007"}) {
    EXPECT_EQ(grade(text), std::strtol(text.c_str(), nullptr, 10)) << text;
  }
  EXPECT_EQ(grade("99999999999999999999"), std::numeric_limits<int>::max());
  EXPECT_EQ(grade("-99999999999999999999"), -std::numeric_limits<int>::max());
}

TEST(TrecRuns, AllWhiteSpaceOfCSeparatesAndOnlyThat) {
  EXPECT_EQ(run_in("q\vQ0\fd\t1 \r0.5 tag\r\r\n").run, (marrow::Run{{"q", {{"d", 0.5}}}}));
  // A no-break space is part of an id.
  EXPECT_EQ(run_in("q Q0 a\xC2\xA0"
                   "b 1 0.5 tag\n")
                .run,
            (marrow::Run{{"q",
                          {{"a\xC2\xA0"
                            "b",
                            0.5}}}}));
}

TEST(TrecRuns, ADocumentTwiceIsRefusedWithQueryDocumentAndBothLines) {
  EXPECT_THAT(run_refusal("q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 a 3 1 t\n"),
              HasSubstr("run:3:1: document `a` stands for query `q` on line 1 already"));
}

TEST(TrecRuns, CompressedFilesAreReadAsTheyAre) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_trec_run(LineReader(folder.write("run.gz", test::gzip("q Q0 d 1 0.5 tag\n")))).run,
            (marrow::Run{{"q", {{"d", 0.5}}}}));
}

TEST(TrecRunWriter, WritesRanksFromOneAndScoresThatReadBackExactly) {
  EXPECT_EQ(trec_run_lines("q", std::vector<ScoredDocument>{{"b", 0.1}, {"a", -2.0}, {"c", 1e-300}}, "tag"),
            "q Q0 b 1 0.1 tag\nq Q0 a 2 -2 tag\nq Q0 c 3 1e-300 tag\n");
  EXPECT_EQ(trec_run_lines("q", {}, "tag"), "");
}

TEST(TrecRunWriter, WhatItWritesReadsBackAsItWas) {
  std::mt19937_64 random(2);
  marrow::Run run;
  std::string text;
  for (const std::string query : {"1", "q#2", "\xC3\xA9"}) {
    for (int i = 0; i < 50; ++i) {
      const double score = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 150);
      run[query].push_back({'d' + std::to_string(i), random() % 2 == 0 ? score : -score});
    }
    text += trec_run_lines(query, run[query], "tag");
  }
  const TrecRun read = run_in(text);
  EXPECT_EQ(read.run, run);
  EXPECT_EQ(read.run_id, "tag");
}

TEST(TrecRunWriter, RefusesIdsThatNoReaderCouldGiveBack) {
  const auto refusal = [](const std::string& query, const std::vector<ScoredDocument>& ranked,
                          const std::string& id) {
    const Error error = test::error_of([&] { trec_run_lines(query, ranked, id); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return std::string(error.what());
  };
  EXPECT_THAT(refusal("q", {{"doc 7", 1.0}}, "t"), HasSubstr("document `doc 7` cannot be written to a run"));
  EXPECT_THAT(refusal("q", {{"", 1.0}}, "t"), HasSubstr("document ``"));
  EXPECT_THAT(refusal("q\t1", {{"d", 1.0}}, "t"), HasSubstr("query `q\\x091`"));
  EXPECT_THAT(refusal("", {}, "t"), HasSubstr("query ``"));
  EXPECT_THAT(refusal("#1", {}, "t"), HasSubstr("query `#1` cannot be written to a run: readers skip lines"));
  EXPECT_THAT(refusal("\xEF\xBB\xBFq", {}, "t"), HasSubstr("a byte order mark"));
  EXPECT_THAT(refusal("q", {}, "my run"), HasSubstr("run id `my run`"));
  EXPECT_THAT(refusal("q", {{"a\r", 1.0}}, "t"), HasSubstr("document `a\\x0d`"));
  EXPECT_THAT(refusal("q", {{"a", std::nan("")}}, "t"), HasSubstr("a score must be finite, got nan"));
  EXPECT_THAT(refusal("q", {{"a", HUGE_VAL}}, "t"), HasSubstr("got inf"));
  EXPECT_THAT(refusal("q", {{"a", 1.0}, {"b", 1.0}, {"a", 0.5}}, "t"),
              HasSubstr("query `q` has document `a` twice"));
}

}  // namespace
}  // namespace marrow
