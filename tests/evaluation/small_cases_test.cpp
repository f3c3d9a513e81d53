#include <gtest/gtest.h>

#include <cmath>

#include "io/json.h"
#include "marrow/evaluation.h"
#include "tests/support/paths.h"

/// Random small judgements and runs, full of ties: tests/golden/evaluation/make.py.
namespace marrow {
namespace {

Qrels qrels_of(const Json& json) {
  Qrels qrels;
  for (const auto& [query, grades] : json.items()) {
    for (const auto& [document, grade] : grades.items()) qrels[query][document] = grade.get<int>();
  }
  return qrels;
}

Run run_of(const Json& json) {
  Run run;
  for (const auto& [query, scores] : json.items()) {
    for (const auto& [document, score] : scores.items())
      run[query].push_back({document, score.get<double>()});
  }
  return run;
}

TEST(SmallCases, EqualTrecEval9InEveryMeasure) {
  const Json cases =
      read_json_file(std::filesystem::path(MARROW_SOURCE_DIR) / "tests/golden/evaluation/small_cases.json");
  ASSERT_EQ(cases.size(), 30U);
  for (const Json& one : cases) {
    std::vector<std::string> names;
    for (const auto& [name, value] : one["expected"]["q1"].items()) names.push_back(name);
    const Evaluation actual = evaluate(qrels_of(one["qrels"]), run_of(one["run"]), names,
                                       {.relevance_level = one["relevance_level"].get<int>()});
    ASSERT_EQ(actual.measures.size(), names.size());
    ASSERT_EQ(actual.queries, (std::vector<std::string>{"q1", "q2"}));
    for (std::size_t query = 0; query < 2; ++query) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        const double expected = one["expected"][actual.queries[query]][names[i]].get<double>();
        EXPECT_NEAR(actual.value(query, i), expected, 1e-12 * std::max(1.0, std::abs(expected)))
            << names[i] << ' ' << actual.queries[query] << "\nqrels " << one["qrels"] << "\nrun "
            << one["run"];
      }
    }
  }
}

}  // namespace
}  // namespace marrow
