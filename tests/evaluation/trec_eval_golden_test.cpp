#include <gtest/gtest.h>

#include <cmath>

#include "io/json.h"
#include "tests/evaluation/trec_files.h"

/// trec_eval's own outputs: version 10 to the last printed digit, version 9 to 1e-12.
namespace marrow {
namespace {

using test::covid_folder;
using test::nist_folder;
using test::text_of;

/// One call of trec_eval 10 and the file that holds what it printed.
struct Golden {
  std::string name;
  std::string qrels;
  std::string run;
  std::string output;
  std::string measures = "all_trec";
  ReportLines lines = ReportLines::queries_and_summary;
  MeanOver mean_over = MeanOver::intersection;
  int relevance_level = 1;
  std::size_t max_hits = 0;
};

class TrecEval10 : public testing::TestWithParam<Golden> {};

TEST_P(TrecEval10, EqualsItsOutputToTheLastPrintedDigit) {
  const Golden& golden = GetParam();
  MARROW_REQUIRE_FILE(nist_folder());
  const EvaluationOptions options{.version = TrecEvalVersion::v10,
                                  .mean_over = golden.mean_over,
                                  .relevance_level = golden.relevance_level,
                                  .max_hits = golden.max_hits};
  const auto folder = test::shared_folder() / "golden/trec_eval";
  EXPECT_EQ(test::trec_eval_output(folder / golden.qrels, folder / golden.run, golden.measures, options,
                                   golden.lines),
            text_of(folder / golden.output));
}

std::vector<Golden> goldens() {
  const std::string nist = "nist_trec_eval/";
  const std::string covid = "trec_covid_rnd1/";
  // Version 10 reads "23.4" as 23; here a cutoff is a whole number.
  const std::string parameters =
      "iprec_at_recall..10,.20,.25,.75,.50,P.5,7,3,recall.20,2000,Rprec_mult.5.0,0.2,0.35,utility.2,-1,0,0,"
      "11pt_avg..25,.5,.75,ndcg.1=3,2=9,4=4.5,ndcg_cut.10,20,23,success.2,5,20";
  const auto test = [&](std::string name, const std::string& qrels, const std::string& run) {
    return Golden{.name = std::move(name), .qrels = nist + qrels, .run = nist + run, .output = {}};
  };
  std::vector<Golden> all;
  auto add = [&](Golden golden, const std::string& output) {
    golden.output = nist + output;
    all.push_back(std::move(golden));
  };
  Golden official = test("Official", "qrels.test", "results.test");
  official.measures = "official";
  official.lines = ReportLines::summary;
  add(official, "out.test");
  Golden summary = test("AllTrec", "qrels.test", "results.test");
  summary.lines = ReportLines::summary;
  add(summary, "out.test.a");
  Golden comments = test("CommentLines", "qrels.test.with-comments", "results.test");
  comments.lines = ReportLines::summary;
  add(comments, "out.test.a");
  add(test("PerQuery", "qrels.test", "results.test"), "out.test.aq");
  Golden complete = test("MissingQueriesCountZero", "qrels.test", "results.trunc");
  complete.mean_over = MeanOver::judged;
  add(complete, "out.test.aqc");
  Golden limited = complete;
  limited.name = "AtMost100Hits";
  limited.max_hits = 100;
  add(limited, "out.test.aqcM");
  Golden level = test("RelevanceLevel2", "qrels.rel_level", "results.test");
  level.measures = "all_trec,relstring.20";
  level.relevance_level = 2;
  add(level, "out.test.aql");
  Golden with_parameters = test("Parameters", "qrels.test", "results.test");
  with_parameters.measures = parameters;
  add(with_parameters, "out.test.meas_params");
  for (const std::string run : {"irc_entrez", "irc_pmc"}) {
    all.push_back({.name = run,
                   .qrels = covid + "qrels-rnd1.txt",
                   .run = covid + run + ".run.gz",
                   .output = covid + run + ".trec_eval10.txt.gz"});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(StoredOutputs, TrecEval10, testing::ValuesIn(goldens()),
                         [](const auto& golden) { return golden.param.name; });

void expect_close(const Json& expected, const Evaluation& actual, std::size_t measure, double value,
                  const std::string& query) {
  const std::string& name = actual.measures[measure].name;
  ASSERT_TRUE(expected.contains(name)) << name;
  EXPECT_NEAR(value, expected[name].get<double>(), 1e-12 * std::max(1.0, std::abs(value)))
      << query << ' ' << name;
}

void expect_equals_version_9(const std::filesystem::path& qrels, const std::filesystem::path& run,
                             const std::filesystem::path& golden) {
  const Json expected = read_json_file(golden);
  std::vector<std::string> names;
  for (const auto& [name, value] : expected["all"].items()) names.push_back(name);
  const Evaluation actual = evaluate(test::qrels_of(qrels), test::run_of(run).run, names,
                                     {.version = TrecEvalVersion::v9, .mean_over = MeanOver::intersection});
  ASSERT_EQ(actual.queries.size(), expected["per_query"].size());
  for (std::size_t measure = 0; measure < actual.measures.size(); ++measure) {
    expect_close(expected["all"], actual, measure, actual.summary[measure], "all");
    for (std::size_t query = 0; query < actual.queries.size(); ++query) {
      const std::string& id = actual.queries[query];
      expect_close(expected["per_query"][id], actual, measure, actual.value(query, measure), id);
    }
  }
}

TEST(TrecEval9, EqualsTheFullPrecisionOfItsTestFiles) {
  MARROW_REQUIRE_FILE(nist_folder());
  expect_equals_version_9(nist_folder() / "qrels.test", nist_folder() / "results.test",
                          nist_folder() / "expected_full_precision.json");
}

TEST(TrecEval9, EqualsTheFullPrecisionOfTrecCovidRuns) {
  MARROW_REQUIRE_FILE(covid_folder());
  for (const std::string run : {"irc_entrez", "irc_pmc"}) {
    expect_equals_version_9(covid_folder() / "qrels-rnd1.txt", covid_folder() / (run + ".run.gz"),
                            covid_folder() / (run + ".expected.json"));
  }
}

}  // namespace
}  // namespace marrow
