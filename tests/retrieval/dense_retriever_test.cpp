#include "retrieval/dense_retriever.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "core/simd.h"
#include "tests/support/errors.h"
#include "tests/support/fake_encoders.h"
#include "tests/support/hits.h"
#include "tests/support/memory_fields.h"
#include "tests/support/ranking.h"

namespace marrow {
namespace {

using test::documents_of;
using test::error_of;
using test::hit;
using test::Unit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using Row = std::vector<float>;
using Units = std::vector<Unit<Row>>;

struct Collection {
  std::vector<Units> units;
  std::size_t dimension;
  test::Segments<test::MemoryVectors> memory;

  Collection(std::vector<Units> segments, std::size_t width) : units(std::move(segments)), dimension(width) {
    for (const auto& segment : units) memory.push_back(std::make_unique<test::MemoryVectors>(segment, width));
  }
  DenseField field() const {
    return {test::views_of<DensePart>(memory), dimension, {"bge", "bge@1"}, nullptr};
  }
};

/// Coordinates from few values (never all 0): many ties.
Row random_row(std::mt19937& random, std::size_t dimension) {
  Row row(dimension);
  for (float& value : row) value = static_cast<float>(random() % 5) * 0.25F - 0.5F;
  row[0] += 2.0F;
  return row;
}

Collection random_collection(std::mt19937& random, std::size_t dimension, std::size_t most_documents) {
  std::vector<Units> segments(1 + random() % 3);
  std::uint64_t first = 0;
  for (auto& segment : segments) {
    segment = test::random_units<Row>(random, random() % most_documents, 3, first,
                                      [&] { return random_row(random, dimension); });
    first += 100000;
  }
  return Collection(std::move(segments), dimension);
}

std::vector<Hit> brute_force(const Collection& collection, const Row& query, std::size_t k) {
  std::vector<Hit> hits;
  for (const Units& segment : collection.units) {
    for (const auto& unit : segment) {
      std::array<float, 1> score{};
      simd_kernels().inner_products(unit.content, unit.content.size(), query, score);
      hits.push_back({unit.document, unit.ordinal, score[0]});
    }
  }
  return test::brute_force_documents(hits, k);
}

TEST(DenseRetriever, EqualsTheDefinitionForAnySegmentsUnitsAndDepth) {
  std::mt19937 random(71);
  ThreadPool pool(3);
  for (int round = 0; round < 100; ++round) {
    const Collection collection = random_collection(random, 1 + random() % 40, 30);
    const DenseRetriever dense(collection.field(), nullptr, pool, "dense");
    const Row query = random_row(random, collection.dimension);
    const std::size_t all = brute_force(collection, query, 1000).size();
    for (const std::size_t k :
         {std::size_t{1}, std::max<std::size_t>(1, all / 2), std::max<std::size_t>(1, all), all + 1}) {
      EXPECT_EQ(dense.search_encoded(query, k).at(0), brute_force(collection, query, k));
    }
  }
}

TEST(DenseRetriever, ManyQueriesOverManyRowsGiveWhatEachGivesAloneWhateverTheThreads) {
  std::mt19937 random(72);
  const Collection collection = random_collection(random, 17, 5000);  // several ranges and tiles a segment
  std::vector<float> queries;
  for (int i = 0; i < 37; ++i) {
    const Row row = random_row(random, 17);
    queries.insert(queries.end(), row.begin(), row.end());
  }
  for (const std::size_t threads : {1U, 2U, 5U}) {
    ThreadPool pool(threads);
    const DenseRetriever dense(collection.field(), nullptr, pool, "dense");
    const auto together = dense.search_encoded(queries, 20);
    ASSERT_THAT(together, SizeIs(37));
    for (std::size_t i = 0; i < 37; ++i) {
      const Row query(queries.begin() + static_cast<std::ptrdiff_t>(i * 17),
                      queries.begin() + static_cast<std::ptrdiff_t>((i + 1) * 17));
      EXPECT_EQ(together[i], brute_force(collection, query, 20));
      EXPECT_EQ(dense.search_encoded(query, 20).at(0), together[i]);
    }
  }
}

TEST(DenseRetriever, RangesOfRowsCoverEveryRowOnce) {
  std::mt19937 random(74);
  Units units;
  for (std::uint64_t i = 0; i < 9001; ++i) units.push_back({Sequence(i), 0, random_row(random, 3)});
  const Collection collection({units}, 3);
  const Row query = random_row(random, 3);
  for (const std::size_t threads : {1U, 4U}) {
    ThreadPool pool(threads);
    const DenseRetriever dense(collection.field(), nullptr, pool, "dense");
    EXPECT_EQ(dense.search_encoded(query, 10000).at(0), brute_force(collection, query, 10000));
  }
}

TEST(DenseRetriever, PoolsADocumentsUnitsBeforeTheCut) {
  const Collection collection({{{Sequence(1), 1, {0.9F, 0.1F}},
                                {Sequence(1), 0, {0.8F, 0.1F}},
                                {Sequence(2), 0, {-0.5F, 0.1F}},
                                {Sequence(1), 2, {0.9F, 0.2F}}}},
                              2);
  ThreadPool pool(1);
  const DenseRetriever dense(collection.field(), nullptr, pool, "dense");
  const auto hits = dense.search_encoded(Row{1.0F, 0.0F}, 2).at(0);
  ASSERT_THAT(documents_of(hits), ElementsAre(1, 2));  // also a document of negative score is a hit
  EXPECT_EQ(hits[0], hit(1, 0.9F, 1));
}

TEST(DenseRetriever, AnEmptyFieldHasNoHits) {
  ThreadPool pool(2);
  const Row query{1.0F, 0.0F};
  EXPECT_TRUE(DenseRetriever(Collection({}, 2).field(), nullptr, pool, "dense")
                  .search_encoded(query, 3)
                  .at(0)
                  .empty());
  const Collection no_rows(std::vector<Units>(1), 2);
  EXPECT_TRUE(DenseRetriever(no_rows.field(), nullptr, pool, "dense").search_encoded(query, 3).at(0).empty());
  EXPECT_TRUE(DenseRetriever(no_rows.field(), nullptr, pool, "dense").search_encoded({}, 3).empty());
}

TEST(DenseRetriever, EncodesQueriesWithTheModelThatMadeTheField) {
  std::mt19937 random(73);
  ThreadPool pool(2);
  const Collection collection = random_collection(random, 3, 20);
  const auto encode = [](std::string_view text) {
    return Row{static_cast<float>(text.size()) + 1.0F, 0.5F, -0.5F};
  };
  const auto encoder = std::make_shared<test::FunctionDenseEncoder>(3, "bge@1", encode);
  const DenseRetriever dense(collection.field(), encoder, pool, "dense:bge");
  EXPECT_EQ(dense.name(), "dense:bge");
  const std::vector<std::string_view> queries{"tide", "", "waves"};
  const auto results = dense.search_all(queries, 4);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    EXPECT_EQ(results[i], brute_force(collection, encode(queries[i]), 4));
  }
}

TEST(DenseRetriever, RefusesAnotherModelNamingBothAndAnotherWidth) {
  ThreadPool pool(1);
  const Collection collection({}, 3);
  const auto encode = [](std::string_view) { return Row(4, 1.0F); };
  const auto other = std::make_shared<test::FunctionDenseEncoder>(3, "bge@2", encode);
  const Error error = error_of([&] { DenseRetriever(collection.field(), other, pool, "dense"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(),
              HasSubstr("dense: the index holds vectors of `bge` (`bge@1`), but queries would be "
                        "encoded by `fake-dense` (`bge@2`)"));
  const auto wider = std::make_shared<test::FunctionDenseEncoder>(4, "bge@1", encode);
  EXPECT_THAT(error_of([&] { DenseRetriever(collection.field(), wider, pool, "dense"); }).what(),
              HasSubstr("vectors of 3 dimensions, `fake-dense` gives 4"));
}

TEST(DenseRetriever, WithoutAModelRefusesTextNamingTheOneItNeeds) {
  ThreadPool pool(1);
  const DenseRetriever dense(Collection({}, 3).field(), nullptr, pool, "dense");
  EXPECT_THAT(error_of([&] { dense.search("tide", 10); }).what(),
              HasSubstr("dense: no model to encode queries with; the index needs `bge`"));
}

TEST(DenseRetriever, RefusesQueriesThatAreNoVectorsOfItsWidth) {
  ThreadPool pool(1);
  const DenseRetriever dense(Collection({}, 2).field(), nullptr, pool, "dense");
  const auto refusal = [&](const Row& queries) -> std::string {
    const Error error = error_of([&] { dense.search_encoded(queries, 3); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  };
  EXPECT_THAT(refusal({1.0F, 0.0F, 1.0F}), HasSubstr("dense: 3 floats are no whole number of vectors of 2"));
  EXPECT_THAT(refusal({1.0F, 0.0F, 0.5F, std::numeric_limits<float>::infinity()}),
              HasSubstr("dense: query 1: value 1 is inf; it must be finite"));
  EXPECT_THAT(refusal({std::numeric_limits<float>::quiet_NaN(), 0.0F}), HasSubstr("query 0: value 0 is nan"));
  EXPECT_EQ(error_of([&] { dense.search_encoded(Row{1.0F, 0.0F}, 0); }).code(), ErrorCode::invalid_argument);
}

TEST(DenseRetriever, RefusesAQueryWhoseScoreNoFloatHolds) {
  const Collection collection({{{Sequence(8), 0, {1e30F, -1e30F}}}}, 2);
  ThreadPool pool(1);
  const DenseRetriever dense(collection.field(), nullptr, pool, "dense");
  EXPECT_THAT(error_of([&] {
                dense.search_encoded(Row{1e30F, 0.0F}, 3);
              }).what(),
              HasSubstr("document 8 the score inf"));
  EXPECT_THAT(error_of([&] {
                dense.search_encoded(Row{1e30F, 1e30F}, 3);
              }).what(),
              HasSubstr("document 8 the score nan"));
}

TEST(DenseRetriever, AnExplanationIsTheInnerProductAndTheTwoLengths) {
  const Collection collection(
      {{{Sequence(5), 0, {3.0F, 4.0F}}, {Sequence(4), 1, {1.0F, 0.0F}}, {Sequence(4), 0, {0.0F, 2.0F}}}}, 2);
  ThreadPool pool(1);
  const auto encode = [](std::string_view) { return Row{0.6F, 0.8F}; };
  const DenseRetriever dense(collection.field(),
                             std::make_shared<test::FunctionDenseEncoder>(2, "bge@1", encode), pool, "dense");
  const Explanation found = dense.explain("q", hit(5, 0.0F));
  EXPECT_EQ(static_cast<float>(found.value), dense.search("q", 1).at(0).score);
  ASSERT_THAT(found.parts, SizeIs(2));
  EXPECT_FLOAT_EQ(static_cast<float>(found.parts[0].value), 1.0F);
  EXPECT_FLOAT_EQ(static_cast<float>(found.parts[1].value), 5.0F);
  EXPECT_FLOAT_EQ(static_cast<float>(dense.explain("q", hit(4, 0.0F, 1)).value), 0.6F);
  EXPECT_EQ(error_of([&] { dense.explain("q", hit(4, 0.0F, 2)); }).code(), ErrorCode::not_found);
  EXPECT_EQ(error_of([&] {
              dense.explain_encoded(Row{1.0F, 0.0F, 1.0F, 0.0F}, hit(5, 0.0F));
            }).code(),
            ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace marrow
