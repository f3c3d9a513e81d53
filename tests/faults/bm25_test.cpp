#include <gtest/gtest.h>

#include <cmath>

#include "retrieval/bm25_retriever.h"
#include "tests/support/errors.h"
#include "tests/support/memory_fields.h"

/// Faults of BM25 that others shipped: cases/known_faults.md, BR-26, BR-35, BR-36.
namespace marrow {
namespace {

using test::MemoryPostings;
using test::Unit;
using test::Words;

std::vector<Hit> search(const std::vector<Words>& documents, const std::string& query) {
  std::vector<Unit<Words>> units;
  for (const Words& words : documents) units.push_back({Sequence(units.size()), 0, words});
  const MemoryPostings memory(units);
  ThreadPool pool(1);
  return Bm25Retriever({{memory.view()}, std::make_shared<Analyzer>("plain"), nullptr}, {}, pool)
      .search(query, 10);
}

TEST(Bm25Faults, BR26EmptyDocumentsAndAnEmptyCollectionDivideByNothing) {
  EXPECT_TRUE(search({{}, {}, {}}, "a").empty());
  EXPECT_TRUE(search({}, "a").empty());
}

TEST(Bm25Faults, BR35ATermInAllDocumentsScoresAboveZero) {
  const auto hits = search({{"red", "apple"}, {"green", "apple"}}, "apple");
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_NEAR(hits[0].score, 0.1823, 5e-5);
  EXPECT_EQ(hits[0].score, hits[1].score);
}

TEST(Bm25Faults, BR35ATermInExactlyHalfOfTheDocumentsScoresAboveZero) {
  EXPECT_NEAR(search({{"red", "apple"}, {"green", "pear"}}, "apple").at(0).score, 0.6931, 5e-5);
}

double part(double k1, double b, std::uint32_t frequency, std::uint32_t length) {
  return Bm25Scorer({.k1 = k1, .b = b}, {.unit_count = 2, .sum_of_lengths = 12})
      .frequency_part(frequency, length);
}

TEST(Bm25Faults, BR36LongDocumentsCountLessByTheirLengthNotTheirMatches) {
  EXPECT_NEAR(part(1.2, 0.75, 1, 2), 1.3750, 5e-5);
  EXPECT_NEAR(part(1.2, 0.75, 1, 10), 0.7857, 5e-5);
  EXPECT_NEAR(part(1.2, 0.0, 1, 2), 1.0, 1e-12);
  EXPECT_NEAR(part(1.2, 0.0, 1, 10), 1.0, 1e-12);
  EXPECT_NEAR(part(1.2, 1.0, 1, 2), 1.5714, 5e-5);
  EXPECT_NEAR(part(1.2, 1.0, 1, 10), 0.7333, 5e-5);
  for (const std::uint32_t frequency : {1U, 2U, 9U}) EXPECT_NEAR(part(0.0, 0.75, frequency, 10), 1.0, 1e-12);
}

TEST(Bm25Faults, BR36ParametersOutOfRangeAreRefusedNamingTheValue) {
  const auto refusal = [](double k1, double b) -> std::string {
    const Error error = test::error_of([&] { Bm25Scorer({.k1 = k1, .b = b}, {}); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  };
  EXPECT_EQ(refusal(-0.1, 0.4), "bm25: k1 must be in [0, 1e6], got -0.1");
  EXPECT_EQ(refusal(std::nan(""), 0.4), "bm25: k1 must be in [0, 1e6], got nan");
  EXPECT_EQ(refusal(HUGE_VAL, 0.4), "bm25: k1 must be in [0, 1e6], got inf");
  EXPECT_EQ(refusal(0.9, -0.5), "bm25: b must be in [0, 1], got -0.5");
  EXPECT_EQ(refusal(0.9, 1.5), "bm25: b must be in [0, 1], got 1.5");
  EXPECT_EQ(refusal(0.9, std::nan("")), "bm25: b must be in [0, 1], got nan");
}

}  // namespace
}  // namespace marrow
