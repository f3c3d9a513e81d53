#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/dense_retriever.h"
#include "tests/support/errors.h"
#include "tests/support/memory_fields.h"

/// Faults of vector search that others shipped: cases/known_faults.md, BR-27.
namespace marrow {
namespace {

TEST(DenseFaults, BR27AZeroQueryIsRefusedNamingItInsteadOfScoringNan) {
  const std::vector<test::Unit<std::vector<float>>> units{{Sequence(1), 0, {1.0F, 0.0F}}};
  const test::MemoryVectors memory(units, 2);
  ThreadPool pool(1);
  const DenseRetriever dense({{memory.view()}, 2, {"m", "m"}, nullptr}, nullptr, pool, "dense");
  const std::vector<float> queries{1.0F, 0.0F, 0.0F, 0.0F};
  const Error error = test::error_of([&] { dense.search_encoded(queries, 3); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::HasSubstr("query 1: the vector is all zeros"));
}

TEST(DenseFaults, BR27AStoredZeroVectorScoresZero) {
  const std::vector<test::Unit<std::vector<float>>> units{{Sequence(1), 0, {0.0F, 0.0F}},
                                                          {Sequence(2), 0, {1.0F, 0.0F}}};
  const test::MemoryVectors memory(units, 2);
  ThreadPool pool(1);
  const DenseRetriever dense({{memory.view()}, 2, {"m", "m"}, nullptr}, nullptr, pool, "dense");
  const auto hits = dense.search_encoded(std::vector<float>{1.0F, 0.0F}, 3).at(0);
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(hits[1], (Hit{Sequence(1), 0, 0.0F}));
}

}  // namespace
}  // namespace marrow
