#include "evaluation/trec_format.h"

#include <gtest/gtest.h>

#include "evaluation/evaluator.h"

namespace marrow {
namespace {

using Names = std::vector<std::string>;

std::string printed(const Names& names, TrecEvalVersion version, ReportLines lines) {
  const Qrels qrels{{"q1", {{"a", 1}}}, {"q2", {{"a", 1}}}};
  const Run run{{"q2", {{"a", 1.0}}}};
  const MeasureSet set = in_trec_eval_order(parse_measures(names, version));
  const Evaluation evaluation = Evaluator(qrels, set, {.version = version}).evaluate(run);
  return trec_eval_text(evaluation, set, "tag", lines);
}

TEST(TrecFormat, PrintsTrecEvalsNamesInItsOrderWhateverWasAskedFirst) {
  EXPECT_EQ(printed({"nDCG@10", "P@5", "P@1", "num_q", "runid"}, TrecEvalVersion::v9, ReportLines::summary),
            "runid                 \tall\ttag\n"
            "num_q                 \tall\t2\n"
            "P_1                   \tall\t0.5000\n"
            "P_5                   \tall\t0.1000\n"
            "ndcg_cut_10           \tall\t0.5000\n");
}

TEST(TrecFormat, Version9LeavesOutTheLinesOfQueriesWithoutHitsAndVersion10PrintsThem) {
  const std::string own = "relstring             \tq2\t'1'\n";
  const std::string missing = "relstring             \tq1\t''\n";
  EXPECT_EQ(printed({"relstring"}, TrecEvalVersion::v9, ReportLines::queries_and_summary), own);
  EXPECT_EQ(printed({"relstring"}, TrecEvalVersion::v10, ReportLines::queries_and_summary), missing + own);
}

TEST(TrecFormat, ANameLongerThanItsColumnIsNotCut) {
  EXPECT_EQ(printed({"utility.1.25,-1.25,0.25,0.25"}, TrecEvalVersion::v9, ReportLines::summary),
            "utility_1.25,-1.25,0.25,0.25\tall\t0.5000\n");
}

}  // namespace
}  // namespace marrow
