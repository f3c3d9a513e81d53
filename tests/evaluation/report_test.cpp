#include "evaluation/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

const Qrels kQrels{{"q1", {{"a", 2}, {"gone", 1}}}, {"q2", {{"b", 1}, {"gone", 0}}}};
const Run kRun{{"q1", {{"a", 2.0}, {"b", 1.0}}}, {"q9", {{"a", 1.0}}}};

TEST(Report, SaysGainTieRulePrecisionAndWhatTheMeanCovers) {
  const Evaluation evaluation = evaluate(kQrels, kRun, Names{"nDCG@10"});
  EXPECT_THAT(
      describe(evaluation, std::nullopt),
      ElementsAre(
          "gain: linear (the grade); relevant from grade 1",
          "order: score descending, then document id descending by bytes; 0 queries are tied at rank 10",
          "as trec_eval 9: scores in single precision, recall levels truncated",
          "mean over 2 queries: every judged one; 1 without hits counts 0; 1 in the run without judgements "
          "ignored",
          "judged documents unknown to the corpus: not checked"));
}

TEST(Report, SaysWhatAnotherSetOfOptionsChanges) {
  const EvaluationOptions options{.version = TrecEvalVersion::v10,
                                  .mean_over = MeanOver::intersection,
                                  .self_match = SelfMatch::removed,
                                  .relevance_level = 2,
                                  .max_hits = 1,
                                  .tie_cutoff = 1};
  const Evaluation evaluation = evaluate(kQrels, kRun, Names{"nDCGexp@10", "nDCG"}, options);
  EXPECT_THAT(
      describe(evaluation, 1),
      ElementsAre(
          "gain: nDCG: linear (the grade); nDCGexp: exponential (2^grade - 1); relevant from grade 2",
          "order: score descending, then document id descending by bytes; 0 queries are tied at rank 1",
          "as trec_eval 10: scores in double precision, recall levels rounded",
          "mean over 1 query: those judged and answered; 1 judged without hits left out; 1 in the run "
          "without "
          "judgements ignored",
          "only the best 1 document of a query", "self-matches removed: a hit whose id equals its query's",
          "judged documents unknown to the corpus: 1"));
  EXPECT_THAT(describe(evaluate(kQrels, kRun, Names{"AP"}), 0).front(), HasSubstr("gain: none"));
  EXPECT_THAT(describe(evaluate(kQrels, kRun, Names{"nDCGexp"}), 0).front(), HasSubstr("gain: exponential"));
}

TEST(Report, JsonHasMeasuresByNameAndEverythingThatTheLinesSay) {
  const Evaluation evaluation = evaluate(kQrels, kRun, Names{"AP", "relstring"});
  EXPECT_EQ(
      to_text(to_json(evaluation, 1, ReportLines::queries_and_summary)),
      R"({"queries":2,"measures":{"AP":0.25},"gain":"none",)"
      R"("tie_rule":"score descending, then document id descending by bytes","trec_eval":9,)"
      R"("score_precision":"single","recall_levels":"truncated","mean_over":"judged queries","relevance_level":1,)"
      R"("max_hits":null,"self_match":"kept","queries_without_hits":["q2"],"unjudged_queries":1,)"
      R"("tie_cutoff":10,"tied_queries":0,"judged_unknown_to_corpus":1,)"
      R"("per_query":{"q1":{"AP":0.5,"relstring":"2-"},"q2":{"AP":0.0,"relstring":""}}})");
  const Json summary = to_json(evaluation, std::nullopt, ReportLines::summary);
  EXPECT_FALSE(summary.contains("per_query"));
  EXPECT_EQ(summary["judged_unknown_to_corpus"], "not checked");
}

TEST(Report, JsonOfAComparisonHasEveryMember) {
  Comparison one;
  one.measure = "AP";
  one.query_count = 3;
  one.baseline = 0.25;
  one.other = 0.5;
  one.difference = 0.25;
  one.wins = 2;
  one.ties = 1;
  one.t_test_p = 0.125;
  one.randomization_p = 0.5;
  one.randomization_exact = true;
  one.interval_low = -0.5;
  one.interval_high = 1.0;
  EXPECT_EQ(
      to_text(to_json(std::vector{one})),
      R"([{"measure":"AP","queries":3,"baseline":0.25,"other":0.5,"difference":0.25,"interval":[-0.5,1.0],)"
      R"("t_test_p":0.125,"randomization_p":0.5,"randomization_exact":true,"wins":2,"ties":1,"losses":0}])");
}

TEST(Report, CompanionsStandBesideWhatWasAskedForOnce) {
  EXPECT_THAT(with_companions({"nDCG@10"}), ElementsAre("nDCG@10", "RR@10", "R@10", "Judged@10", "RR"));
  EXPECT_THAT(with_companions({"all_trec"}), ElementsAre("all_trec", "RR@10", "R@10", "Judged@10"));
}

TEST(Report, NamesEachJudgedDocumentOnce) {
  EXPECT_THAT(judged_documents(kQrels), ElementsAre("a", "b", "gone"));
}

}  // namespace
}  // namespace marrow
