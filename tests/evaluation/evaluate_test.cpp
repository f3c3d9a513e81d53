#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "evaluation/evaluator.h"
#include "tests/evaluation/naive_evaluation.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

double value_of(const std::string& measure, const Grades& grades, const std::vector<ScoredDocument>& hits,
                const EvaluationOptions& options = {}) {
  return evaluate({{"q", grades}}, {{"q", hits}}, Names{measure}, options).summary.front();
}

/// The six-document example of Jarvelin and Kekalainen's measure as it is told everywhere: 0.9608.
TEST(Evaluate, TheWellKnownSixDocumentsGiveTheWellKnownNdcg) {
  const Grades grades{{"d1", 3}, {"d2", 2}, {"d3", 3}, {"d4", 0}, {"d5", 1}, {"d6", 2}};
  const std::vector<ScoredDocument> hits{{"d1", 6}, {"d2", 5}, {"d3", 4}, {"d4", 3}, {"d5", 2}, {"d6", 1}};
  EXPECT_NEAR(value_of("nDCG@6", grades, hits), 0.9608, 5e-5);
  // (7 + 3/log2(3) + 7/2 + 1/log2(6) + 3/log2(7)) / (7 + 7/log2(3) + 3/2 + 3/log2(5) + 1/log2(6))
  EXPECT_NEAR(value_of("nDCGexp@6", grades, hits), 0.94881, 5e-6);
}

TEST(Evaluate, GradedJudgementsTellLinearFromExponentialGain) {
  const Grades grades{{"best", 2}, {"good", 1}};
  const std::vector<ScoredDocument> hits{{"good", 2.0}, {"best", 1.0}};
  const double second = 1.0 / std::log2(3.0);
  EXPECT_NEAR(value_of("nDCG@10", grades, hits), (1.0 + 2.0 * second) / (2.0 + second), 1e-15);
  EXPECT_NEAR(value_of("nDCGexp@10", grades, hits), (1.0 + 3.0 * second) / (3.0 + second), 1e-15);
}

TEST(Evaluate, AnExponentialGainRefusesGradesThatWouldOverflow) {
  const Error error = test::error_of([] { value_of("nDCGexp@10", {{"d", 1001}}, {{"d", 1.0}}); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("nDCGexp@10: query `q` has grade 1001"));
  EXPECT_EQ(value_of("nDCGexp@10", {{"d", 1000}}, {{"d", 1.0}}), 1.0);
  EXPECT_EQ(value_of("nDCG@10", {{"d", std::numeric_limits<int>::max()}}, {{"d", 1.0}}), 1.0);
}

TEST(Evaluate, ReciprocalRankWithACutoffForgetsWhatLiesBehindIt) {
  const Grades grades{{"a", 1}};
  const std::vector<ScoredDocument> hits{{"x", 3.0}, {"y", 2.0}, {"a", 1.0}};
  EXPECT_DOUBLE_EQ(value_of("RR", grades, hits), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(value_of("RR@3", grades, hits), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(value_of("RR@2", grades, hits), 0.0);
}

TEST(Evaluate, JudgedCountsTheShareOfWhatWasRetrievedAndUnjudgedTheShareOfTheCutoff) {
  const Grades grades{{"a", 1}, {"b", 0}, {"pooled", -1}};
  const std::vector<ScoredDocument> hits{{"a", 4.0}, {"b", 3.0}, {"pooled", 2.0}, {"x", 1.0}};
  EXPECT_DOUBLE_EQ(value_of("Judged@2", grades, hits), 1.0);
  EXPECT_DOUBLE_EQ(value_of("Judged@10", grades, hits), 0.5);
  EXPECT_DOUBLE_EQ(value_of("unj_10", grades, hits), 0.2);
  EXPECT_DOUBLE_EQ(value_of("Judged@10", grades, {}), 0.0);
}

TEST(Evaluate, RelevanceStringsShowGradesPoolAndHoles) {
  const Evaluation evaluation =
      evaluate({{"q", {{"a", 1}, {"b", 12}, {"c", -1}}}},
               {{"q", {{"a", 4.0}, {"b", 3.0}, {"c", 2.0}, {"d", 1.0}}}}, Names{"relstring.3", "AP"});
  EXPECT_THAT(evaluation.relevance_strings, ElementsAre("1>."));
  EXPECT_EQ(evaluation.measures.size(), 1U);
}

TEST(Evaluate, AHigherRelevanceLevelMakesLowerGradesNonrelevant) {
  const Grades grades{{"a", 1}, {"b", 2}};
  const std::vector<ScoredDocument> hits{{"a", 2.0}, {"b", 1.0}};
  EXPECT_DOUBLE_EQ(value_of("AP", grades, hits), 1.0);
  EXPECT_DOUBLE_EQ(value_of("AP", grades, hits, {.relevance_level = 2}), 0.5);
  EXPECT_DOUBLE_EQ(value_of("AP", grades, hits, {.relevance_level = 3}), 0.0);
}

TEST(Evaluate, TiesAtTheCutoffAreCountedInTheVersionsPrecision) {
  const Qrels qrels{{"q1", {{"a", 1}}}, {"q2", {{"a", 1}}}, {"q3", {{"a", 1}}}};
  const marrow::Run run{{"q1", {{"a", 1.0}, {"b", 0.123456789}, {"c", 0.123456788}}},
                        {"q2", {{"a", 1.0}, {"b", 0.5}, {"c", 0.5}}},
                        {"q3", {{"a", 1.0}, {"b", 0.5}}}};
  const auto ties = [&](TrecEvalVersion version) {
    return evaluate(qrels, run, Names{"AP"}, {.version = version, .tie_cutoff = 2}).tied_query_count;
  };
  EXPECT_EQ(ties(TrecEvalVersion::v9), 2U);
  EXPECT_EQ(ties(TrecEvalVersion::v10), 1U);
}

TEST(Evaluate, AtMostMaxHitsCount) {
  const Grades grades{{"a", 1}, {"b", 1}};
  const std::vector<ScoredDocument> hits{{"a", 3.0}, {"x", 2.0}, {"b", 1.0}};
  EXPECT_DOUBLE_EQ(value_of("num_ret", grades, hits, {.max_hits = 2}), 2.0);
  EXPECT_DOUBLE_EQ(value_of("set_recall", grades, hits, {.max_hits = 2}), 0.5);
  EXPECT_DOUBLE_EQ(value_of("set_recall", grades, hits, {.max_hits = 5}), 1.0);
}

TEST(Evaluate, InfiniteScoresHaveTheirPlaceAndNoNumberHasNone) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(value_of("RR", {{"a", 1}}, {{"a", infinite}, {"b", 1.0}}), 1.0);
  EXPECT_DOUBLE_EQ(value_of("RR", {{"a", 1}}, {{"a", -infinite}, {"b", 1.0}}), 0.5);
  const Error error = test::error_of([] { value_of("RR", {{"a", 1}}, {{"b", 1.0}, {"a", std::nan("")}}); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("query `q`, document `a`: the score is not a number"));
}

TEST(Evaluate, OptionsOutOfRangeAreRefused) {
  const auto refusal = [](const EvaluationOptions& options) {
    const Error error = test::error_of([&] { evaluate({}, {}, Names{"AP"}, options); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return std::string(error.what());
  };
  EXPECT_THAT(refusal({.relevance_level = 0}), HasSubstr("relevance level: expected at least 1, got 0"));
  EXPECT_THAT(refusal({.tie_cutoff = 0}), HasSubstr("tie cutoff: expected at least 1, got 0"));
}

TEST(Evaluate, NothingJudgedIsAnEvaluationOfNothing) {
  const Evaluation evaluation = evaluate({}, {{"q", {{"a", 1.0}}}}, Names{"AP", "num_q"});
  EXPECT_TRUE(evaluation.queries.empty());
  EXPECT_THAT(evaluation.summary, ElementsAre(0.0, 0.0));
  EXPECT_EQ(evaluation.unjudged_query_count, 1U);
}

TEST(Evaluate, ASummaryIsFoundByItsName) {
  const Evaluation evaluation = evaluate({{"q", {{"a", 1}}}}, {{"q", {{"a", 1.0}}}}, Names{"AP", "P@5"});
  EXPECT_EQ(evaluation.find("P@5"), 0.2);
  EXPECT_EQ(evaluation.find("P_5"), std::nullopt);
}

/// Random judgements and runs with many ties, queries missing on either side, empty lists.
struct RandomCase {
  explicit RandomCase(std::mt19937& random) {
    const std::vector<std::string> ids{"10", "9", "a", "B", "b", "\xC3\xA9", "z", "aa"};
    for (const std::string query : {"q1", "q2", "q3"}) {
      if (random() % 5 != 0) {
        Grades& grades = qrels[query];
        for (const std::string& id : ids) {
          if (random() % 2 == 0) grades[id] = static_cast<int>(random() % 5) - 1;
        }
      }
      if (random() % 5 != 0) {
        auto& hits = run[query];
        for (const std::string& id : ids) {
          if (random() % 3 != 0) hits.push_back({id, static_cast<double>(random() % 3)});
        }
        std::shuffle(hits.begin(), hits.end(), random);
      }
    }
  }

  Qrels qrels;
  Run run;
};

TEST(Evaluate, EqualsTheDefinitionsWrittenDownNaively) {
  std::mt19937 random(17);
  for (int round = 0; round < 400; ++round) {
    const RandomCase one(random);
    for (const std::size_t k : {1, 2, 8, 9}) {  // there are 8 documents
      const std::string at = '@' + std::to_string(k);
      const Names names{"nDCG" + at,    "nDCGexp" + at, "P" + at, "R" + at, "RR" + at, "AP" + at,
                        "Success" + at, "Judged" + at,  "nDCG",   "AP",     "RR",      "Rprec"};
      const Evaluation actual = evaluate(one.qrels, one.run, names);
      ASSERT_EQ(actual.queries.size(), one.qrels.size());
      for (std::size_t query = 0; query < actual.queries.size(); ++query) {
        const test::NaiveQuery naive(one.qrels, one.run, actual.queries[query]);
        const std::vector<double> expected{naive.ndcg(k, false),      naive.ndcg(k, true),
                                           naive.precision(k),        naive.recall(k),
                                           naive.reciprocal_rank(k),  naive.average_precision(k),
                                           naive.success(k),          naive.judged(k),
                                           naive.ndcg(99, false),     naive.average_precision(99),
                                           naive.reciprocal_rank(99), naive.r_precision()};
        for (std::size_t i = 0; i < names.size(); ++i) {
          ASSERT_NEAR(actual.value(query, i), expected[i], 1e-13) << names[i] << " round " << round;
        }
      }
    }
  }
}

TEST(Evaluate, EveryMeasureStaysWithinItsRange) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const RandomCase one(random);
    const Evaluation actual = evaluate(one.qrels, one.run, Names{"all_trec", "nDCGexp", "Judged@10"},
                                       {.version = TrecEvalVersion::v10});
    for (std::size_t i = 0; i < actual.values.size(); ++i) {
      const MeasureColumn& measure = actual.measures[i % actual.measures.size()];
      ASSERT_TRUE(std::isfinite(actual.values[i])) << measure.name;
      if (measure.summary != SummaryKind::mean || measure.name == "utility") continue;
      ASSERT_GE(actual.values[i], 0.0) << measure.name;
      ASSERT_LE(actual.values[i], 1.0 + 1e-12) << measure.name;
    }
  }
}

TEST(Evaluator, ScoringOrdersOfGradesEqualsEvaluatingTheRun) {
  std::mt19937 random(23);
  for (int round = 0; round < 50; ++round) {
    const RandomCase one(random);
    const Evaluator evaluator(one.qrels, parse_measures(Names{"all_trec"}, TrecEvalVersion::v9));
    const Evaluation expected = evaluator.evaluate(one.run);
    const std::size_t columns = expected.measures.size();
    std::vector<double> values(columns * evaluator.query_count());
    for (std::size_t query = 0; query < evaluator.query_count(); ++query) {
      const test::NaiveQuery naive(one.qrels, one.run, evaluator.query_id(query));
      std::vector<int> grades;
      for (const std::string& document : naive.ranking()) {
        grades.push_back(evaluator.grade_of(query, document));
      }
      evaluator.score_ranking(query, grades, std::span(values).subspan(query * columns, columns));
    }
    EXPECT_EQ(values, expected.values);
    EXPECT_EQ(evaluator.summarize(values), expected.summary);
  }
}

TEST(Evaluator, FindsQueriesAndGrades) {
  const Evaluator evaluator({{"b", {{"x", 2}, {"y", -3}}}, {"a", {}}},
                            parse_measures(Names{"AP"}, TrecEvalVersion::v9));
  EXPECT_EQ(evaluator.query_count(), 2U);
  EXPECT_EQ(evaluator.query_id(0), "a");
  ASSERT_EQ(evaluator.find_query("b"), 1U);
  EXPECT_EQ(evaluator.find_query("c"), std::nullopt);
  EXPECT_EQ(evaluator.grade_of(1, "x"), 2);
  EXPECT_EQ(evaluator.grade_of(1, "y"), kPooledUnjudged);
  EXPECT_EQ(evaluator.grade_of(1, "z"), kNotPooled);
}

}  // namespace
}  // namespace marrow
