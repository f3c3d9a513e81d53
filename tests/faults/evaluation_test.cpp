#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <locale>

#include "corpus/trec.h"
#include "evaluation/evaluator.h"
#include "evaluation/trec_format.h"
#include "marrow/evaluation.h"
#include "tests/support/errors.h"

/// Faults of evaluation that others shipped: cases/known_faults.md, BR-01 to BR-08 and BR-14.
namespace marrow {
namespace {

using testing::HasSubstr;
using Hits = std::vector<ScoredDocument>;
using Names = std::vector<std::string>;

/// The summary of one measure.
double summary_of(const std::string& measure, const Qrels& qrels, const marrow::Run& run,
                  const EvaluationOptions& options = {}) {
  return evaluate(qrels, run, Names{measure}, options).summary.front();
}

double one_query(const std::string& measure, const Grades& grades, const Hits& hits,
                 const EvaluationOptions& options = {}) {
  return summary_of(measure, {{"q", grades}}, {{"q", hits}}, options);
}

TrecRun run_in(const std::string& text, TrecStrictness strictness) {
  return read_trec_run(LineReader(open_text(text, "file.run")), {.strictness = strictness});
}

TEST(EvaluationFaults, BR01EveryMeasureOrdersTiesByIdDescendingWhateverTheOrderOfTheRun) {
  const Grades grades{{"10", 1}};
  for (const Hits& hits : {Hits{{"9", 1.0}, {"10", 1.0}}, Hits{{"10", 1.0}, {"9", 1.0}}}) {
    EXPECT_DOUBLE_EQ(one_query("RR", grades, hits), 0.5);
    EXPECT_DOUBLE_EQ(one_query("P@1", grades, hits), 0.0);
    EXPECT_DOUBLE_EQ(one_query("AP", grades, hits), 0.5);
    EXPECT_NEAR(one_query("nDCG@10", grades, hits), 0.6309, 5e-5);
  }
}

TEST(EvaluationFaults, BR02TheVersionSaysInWhichPrecisionScoresTie) {
  const Grades grades{{"a", 1}};
  const Hits hits{{"a", 0.123456789}, {"b", 0.123456788}};
  EXPECT_DOUBLE_EQ(one_query("RR", grades, hits, {.version = TrecEvalVersion::v9}), 0.5);
  EXPECT_NEAR(one_query("nDCG", grades, hits, {.version = TrecEvalVersion::v9}), 0.6309, 5e-5);
  EXPECT_DOUBLE_EQ(one_query("RR", grades, hits, {.version = TrecEvalVersion::v10}), 1.0);
}

TEST(EvaluationFaults, BR03AQueryWithoutResultsStaysInTheMeanAndOneWithoutJudgementsStaysOut) {
  const Qrels qrels{{"answered", {{"a", 1}}}, {"missing", {{"a", 1}}}};
  const marrow::Run run{{"answered", {{"a", 1.0}}}, {"not judged", {{"a", 1.0}}}};
  EXPECT_DOUBLE_EQ(summary_of("AP", qrels, run), 0.5);
  EXPECT_DOUBLE_EQ(summary_of("num_q", qrels, run), 2.0);
  const EvaluationOptions intersection{.mean_over = MeanOver::intersection};
  EXPECT_DOUBLE_EQ(summary_of("AP", qrels, run, intersection), 1.0);
  EXPECT_DOUBLE_EQ(summary_of("num_q", qrels, run, intersection), 1.0);
}

TEST(EvaluationFaults, BR04ADocumentListedTwiceIsRefusedWithQueryDocumentAndLine) {
  const Error evaluated = test::error_of([] {
    one_query("AP", {{"a", 1}}, {{"a", 3.0}, {"a", 2.0}, {"b", 1.0}});
  });
  EXPECT_EQ(evaluated.code(), ErrorCode::bad_input);
  EXPECT_THAT(evaluated.what(), HasSubstr("query `q`, document `a`: the document is listed twice"));
  for (const auto strictness : {TrecStrictness::strict, TrecStrictness::as_trec_eval}) {
    const Error read =
        test::error_of([&] { run_in("q Q0 a 1 3 t\nq Q0 a 2 2 t\nq Q0 b 3 1 t\n", strictness); });
    EXPECT_THAT(read.what(), HasSubstr("file.run:2:1: document `a` stands for query `q` on line 1 already"));
  }
}

TEST(EvaluationFaults, BR05ANegativeGradeGainsNothingAndIsNotRelevant) {
  const Grades grades{{"a", -1}, {"b", 2}, {"c", 1}};
  const Hits hits{{"a", 3.0}, {"b", 2.0}, {"c", 1.0}};
  EXPECT_DOUBLE_EQ(one_query("num_rel", grades, hits), 2.0);
  EXPECT_NEAR(one_query("AP", grades, hits), 0.5833, 5e-5);
  EXPECT_DOUBLE_EQ(one_query("RR", grades, hits), 0.5);
  EXPECT_NEAR(one_query("nDCG", grades, hits), 0.6697, 5e-5);
  for (const Grades& nothing : {Grades{{"a", -1}, {"b", -2}}, Grades{{"a", 0}, {"b", -1}}}) {
    for (const char* const measure :
         {"num_rel", "AP", "RR", "nDCG", "nDCG@10", "nDCGexp@10", "R@10", "Rprec", "bpref"}) {
      EXPECT_DOUBLE_EQ(one_query(measure, nothing, hits), 0.0) << measure;
    }
  }
}

TEST(EvaluationFaults, BR06TheIdealRankingIsMadeOfAllJudgedDocuments) {
  const Grades grades{{"a", 1}, {"missed", 1}};
  EXPECT_NEAR(one_query("nDCG@10", grades, {{"a", 1.0}}), 0.6131, 5e-5);
  EXPECT_DOUBLE_EQ(one_query("R@10", grades, {{"a", 1.0}}), 0.5);
  EXPECT_DOUBLE_EQ(summary_of("nDCG@10", {{"q", grades}}, {}), 0.0);
}

TEST(EvaluationFaults, BR07TheSelfMatchRuleIsASwitchAndRemovesOnlyAQuerysOwnDocument) {
  const Grades grades{{"d2", 1}};
  const Hits hits{{"q1", 1.0}, {"d2", 0.9}, {"d3", 0.8}};
  const EvaluationOptions removed{.self_match = SelfMatch::removed};
  EXPECT_DOUBLE_EQ(summary_of("nDCG@10", {{"q1", grades}}, {{"q1", hits}}, removed), 1.0);
  EXPECT_NEAR(summary_of("nDCG@10", {{"q1", grades}}, {{"q1", hits}}), 0.6309, 5e-5);
  EXPECT_NEAR(summary_of("nDCG@10", {{"q2", grades}}, {{"q2", hits}}, removed), 0.6309, 5e-5)
      << "another query's id is a document like any";
}

TEST(EvaluationFaults, BR07TheSelfMatchIsRemovedBeforeTheCutSoThatAllHitsRemain) {
  const EvaluationOptions options{.self_match = SelfMatch::removed, .max_hits = 1};
  const marrow::Run run{{"q1", {{"q1", 1.0}, {"d2", 0.9}}}};
  EXPECT_DOUBLE_EQ(summary_of("P@1", {{"q1", {{"d2", 1}}}}, run, options), 1.0);
}

TEST(EvaluationFaults, BR08AnIdWithABlankIsReportedByTheReaderAndRefusedByTheWriter) {
  const std::string text = "q Q0 doc 7 1 3.2 tag\n";
  EXPECT_THAT(test::error_of([&] { run_in(text, TrecStrictness::strict); }).what(),
              HasSubstr("file.run:1:1: expected 6 fields"));
  EXPECT_EQ(run_in(text, TrecStrictness::as_trec_eval).run.at("q"), (Hits{{"doc", 1.0}}));
  EXPECT_EQ(run_in("q Q0 doc 1 many tag\n", TrecStrictness::as_trec_eval).run.at("q"), (Hits{{"doc", 0.0}}));
  for (const char* const id : {"doc 7", "", "a\tb", "a\n"}) {
    const Error error = test::error_of([&] { trec_run_lines("q", Hits{{id, 3.2}}, "tag"); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("must not be empty or hold white space"));
  }
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// Makes a decimal comma the rule for C++ streams, and for C too where such a locale is installed.
class CommaLocale {
 public:
  CommaLocale()
      : c_before_(std::setlocale(LC_ALL, nullptr)),
        before_(std::locale::global(std::locale(std::locale::classic(), new DecimalComma))) {
    for (const char* const name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"}) {
      if (std::setlocale(LC_ALL, name) != nullptr) return;
    }
  }
  ~CommaLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, c_before_.c_str());
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  std::string c_before_;
  std::locale before_;
};

TEST(EvaluationFaults, BR14RunsAndReportsDoNotFollowTheLocale) {
  const CommaLocale locale;
  const std::string text = trec_run_lines("q", Hits{{"a", 0.75}, {"b", 0.5}}, "tag");
  EXPECT_EQ(text, "q Q0 a 1 0.75 tag\nq Q0 b 2 0.5 tag\n");
  for (const auto strictness : {TrecStrictness::strict, TrecStrictness::as_trec_eval}) {
    EXPECT_EQ(run_in(text, strictness).run.at("q"), (Hits{{"a", 0.75}, {"b", 0.5}}));
  }
  const MeasureSet set = parse_measures(Names{"iprec_at_recall.0.5"}, TrecEvalVersion::v9);
  const Evaluation evaluation =
      Evaluator({{"q", {{"b", 1}}}}, set).evaluate({{"q", {{"a", 0.75}, {"b", 0.5}}}});
  EXPECT_EQ(trec_eval_text(evaluation, set, "tag", ReportLines::summary),
            "iprec_at_recall_0.50  \tall\t0.5000\n");
}

}  // namespace
}  // namespace marrow
