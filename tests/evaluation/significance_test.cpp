#include "evaluation/significance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "io/json.h"
#include "marrow/evaluation.h"
#include "tests/support/errors.h"
#include "tests/support/paths.h"

namespace marrow {
namespace {

using testing::HasSubstr;

Json goldens() {
  return read_json_file(std::filesystem::path(MARROW_SOURCE_DIR) / "tests/golden/significance/values.json");
}

std::vector<double> numbers_of(const Json& json) { return json.get<std::vector<double>>(); }

TEST(StudentDistribution, TailsEqualAnIndependentImplementation) {
  const Json all = goldens();
  for (const Json& one : all["tails"]) {
    const double expected = one["p"].get<double>();
    const double degrees = one["degrees"].get<double>();
    EXPECT_NEAR(student_two_sided(one["t"].get<double>(), degrees), expected,
                (1e-12 + 1e-14 * degrees) * expected)
        << one;
  }
}

TEST(StudentDistribution, AnEndlessStatisticHasNoTail) {
  EXPECT_EQ(student_two_sided(HUGE_VAL, 4.0), 0.0);
  EXPECT_EQ(student_two_sided(1e300, 4.0), 0.0);
}

TEST(PairedTests, EqualAnIndependentImplementation) {
  const Json all = goldens();
  for (const Json& one : all["samples"]) {
    const auto differences = numbers_of(one["differences"]);
    EXPECT_NEAR(t_test_p(differences), one["t_test_p"].get<double>(), 1e-11) << one;
    if (!one.contains("randomization_p")) continue;
    const auto result = randomization_test(differences, 100'000, 1);
    EXPECT_TRUE(result.exact);
    EXPECT_NEAR(result.p, one["randomization_p"].get<double>(), 1e-12) << one;
  }
}

/// Every assignment of signs, one after the other.
double exact_p(const std::vector<double>& differences) {
  double size = 0.0;
  double observed = 0.0;
  for (const double difference : differences) {
    observed += difference;
    size += std::abs(difference);
  }
  std::size_t hits = 0;
  const std::size_t assignments = std::size_t{1} << differences.size();
  for (std::size_t signs = 0; signs < assignments; ++signs) {
    double sum = 0.0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += (signs >> i & 1) != 0 ? differences[i] : -differences[i];
    }
    if (std::abs(sum) >= std::abs(observed) - 1e-12 * size) ++hits;
  }
  return static_cast<double>(hits) / static_cast<double>(assignments);
}

TEST(RandomizationTest, EqualsTryingEveryAssignmentAlsoWithTiesAndZeros) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> differences(random() % 10);
    for (double& difference : differences) difference = static_cast<double>(random() % 5) * 0.1 - 0.2;
    const auto result = randomization_test(differences, 100'000, 1);
    EXPECT_TRUE(result.exact);
    EXPECT_DOUBLE_EQ(result.p, exact_p(differences));
  }
}

TEST(RandomizationTest, DrawsSignsWhenThereAreTooManyToTryAndComesCloseToTheExactValue) {
  const auto differences = numbers_of(goldens()["samples"][3]["differences"]);
  const auto drawn = randomization_test(differences, 200, 5);
  EXPECT_FALSE(drawn.exact);
  EXPECT_NEAR(drawn.p, exact_p(differences), 0.1);
  EXPECT_EQ(randomization_test(differences, 200, 5).p, drawn.p);
  EXPECT_NE(randomization_test(differences, 200, 6).p, drawn.p);
}

TEST(RandomizationTest, AConstantDifferenceIsNeverImpossibleByDrawing) {
  const std::vector<double> differences(300, 0.1);
  const auto result = randomization_test(differences, 999, 1);
  EXPECT_FALSE(result.exact);
  EXPECT_DOUBLE_EQ(result.p, 1.0 / 1000.0);
}

TEST(PairedTests, NothingToTestIsNoEvidence) {
  const std::vector<double> one{0.5};
  const std::vector<double> zeros(5, 0.0);
  const std::vector<double> constant(5, 0.25);
  EXPECT_EQ(t_test_p({}), 1.0);
  EXPECT_EQ(t_test_p(one), 1.0);
  EXPECT_EQ(t_test_p(zeros), 1.0);
  EXPECT_EQ(t_test_p(constant), 0.0);
  EXPECT_EQ(randomization_test({}, 10, 1).p, 1.0);
  EXPECT_EQ(randomization_test(zeros, 10, 1).p, 1.0);
}

TEST(Bootstrap, TheIntervalHoldsTheMeanAndIsTheSameForTheSameSeed) {
  const auto differences = numbers_of(goldens()["samples"].back()["differences"]);
  double mean = 0.0;
  for (const double difference : differences) mean += difference / static_cast<double>(differences.size());
  const ConfidenceInterval interval = bootstrap_interval(differences, 10'000, 0.95, 1);
  EXPECT_LT(interval.low, mean);
  EXPECT_GT(interval.high, mean);
  // 300 differences with a deviation of 0.1: about 2 x 1.96 x 0.1 / sqrt(300) wide.
  EXPECT_NEAR(interval.high - interval.low, 0.0226, 0.003);
  const ConfidenceInterval again = bootstrap_interval(differences, 10'000, 0.95, 1);
  EXPECT_EQ(again.low, interval.low);
  EXPECT_EQ(again.high, interval.high);
}

TEST(Bootstrap, NoSpreadHasNoWidth) {
  const std::vector<double> constant(7, 0.25);
  const ConfidenceInterval interval = bootstrap_interval(constant, 100, 0.9, 1);
  EXPECT_DOUBLE_EQ(interval.low, 0.25);
  EXPECT_DOUBLE_EQ(interval.high, 0.25);
  EXPECT_EQ(bootstrap_interval({}, 100, 0.9, 1).high, 0.0);
}

/// An evaluation with one value a query in each of its columns.
Evaluation evaluation_of(std::vector<MeasureColumn> measures, std::vector<std::string> queries,
                         std::vector<double> values) {
  Evaluation evaluation;
  evaluation.measures = std::move(measures);
  evaluation.queries = std::move(queries);
  evaluation.values = std::move(values);
  return evaluation;
}

TEST(Compare, PairsQueriesByIdAndCountsWinsTiesAndLosses) {
  const Evaluation baseline = evaluation_of({{"AP"}}, {"a", "b", "c", "e"}, {0.5, 0.25, 0.75, 0.0});
  const Evaluation other = evaluation_of({{"AP"}}, {"a", "b", "c", "d"}, {1.0, 0.25, 0.5, 1.0});
  const auto comparisons = compare(baseline, other);
  ASSERT_EQ(comparisons.size(), 1U);
  const Comparison& one = comparisons.front();
  EXPECT_EQ(one.measure, "AP");
  EXPECT_EQ(one.query_count, 3U);
  EXPECT_DOUBLE_EQ(one.baseline, 0.5);
  EXPECT_DOUBLE_EQ(one.other, 1.75 / 3.0);
  EXPECT_DOUBLE_EQ(one.difference, 0.25 / 3.0);
  EXPECT_EQ(one.wins, 1U);
  EXPECT_EQ(one.ties, 1U);
  EXPECT_EQ(one.losses, 1U);
  EXPECT_TRUE(one.randomization_exact);
  EXPECT_DOUBLE_EQ(one.randomization_p, 1.0);
  EXPECT_LE(one.interval_low, one.difference);
  EXPECT_GE(one.interval_high, one.difference);
}

TEST(Compare, LeavesOutSumsGeometricMeansAndWhatOnlyOneSideHas) {
  const std::vector<MeasureColumn> columns{
      {"num_ret", SummaryKind::sum}, {"gm_map", SummaryKind::geometric_mean}, {"AP"}, {"RR"}};
  const Evaluation baseline = evaluation_of(columns, {"a"}, {3.0, -1.0, 0.5, 1.0});
  const Evaluation other = evaluation_of({{"RR"}, {"P@5"}}, {"a"}, {0.5, 0.2});
  const auto comparisons = compare(baseline, other);
  ASSERT_EQ(comparisons.size(), 1U);
  EXPECT_EQ(comparisons.front().measure, "RR");
  EXPECT_DOUBLE_EQ(comparisons.front().difference, -0.5);
  EXPECT_EQ(comparisons.front().losses, 1U);
}

TEST(Compare, RefusesRunsWithoutACommonQueryAndBadOptions) {
  const Evaluation a = evaluation_of({{"AP"}}, {"a"}, {0.5});
  const Evaluation b = evaluation_of({{"AP"}}, {"b"}, {0.5});
  EXPECT_THAT(test::error_of([&] { compare(a, b); }).what(), HasSubstr("no query is covered by both"));
  EXPECT_THAT(test::error_of([&] { compare(a, a, {.rounds = 0}); }).what(), HasSubstr("rounds"));
  EXPECT_THAT(test::error_of([&] { compare(a, a, {.resamples = 0}); }).what(), HasSubstr("resamples"));
  EXPECT_THAT(test::error_of([&] { compare(a, a, {.confidence = 1.0}); }).what(),
              HasSubstr("confidence: expected a number between 0 and 1, got 1"));
}

}  // namespace
}  // namespace marrow
