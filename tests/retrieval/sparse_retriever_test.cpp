#include "retrieval/sparse_retriever.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

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
using Units = std::vector<Unit<SparseVector>>;

constexpr std::size_t kVocabulary = 12;

struct Collection {
  std::vector<Units> units;
  test::Segments<test::MemoryImpacts> memory;

  explicit Collection(std::vector<Units> segments) : units(std::move(segments)) {
    for (const auto& segment : units)
      memory.push_back(std::make_unique<test::MemoryImpacts>(segment, kVocabulary));
  }
  SparseField field() const {
    return {test::views_of<SparsePart>(memory), kVocabulary, {"splade", "splade@1"}, nullptr};
  }
};

SparseVector vector(std::vector<std::pair<std::uint32_t, float>> weights) {
  SparseVector made;
  for (const auto& [term, weight] : weights) {
    made.terms.push_back(TermId(term));
    made.weights.push_back(weight);
  }
  return made;
}

SparseVector random_vector(std::mt19937& random) {
  SparseVector made;
  for (std::uint32_t term = 0; term < kVocabulary; ++term) {
    if (random() % 3 != 0) continue;
    made.terms.push_back(TermId(term));
    made.weights.push_back(static_cast<float>(1 + random() % 5) * 0.37F);  // few values: many ties
  }
  return made;
}

Collection random_collection(std::mt19937& random) {
  std::vector<Units> segments(1 + random() % 3);
  std::uint64_t first = 0;
  for (auto& segment : segments) {
    segment = test::random_units<SparseVector>(random, random() % 25, 3, first,
                                               [&] { return random_vector(random); });
    first += 1000;
  }
  return Collection(std::move(segments));
}

/// The definition: every unit's inner product with the query, by ascending term, in double.
std::vector<Hit> brute_force(const Collection& collection, const SparseVector& query, std::size_t k) {
  std::vector<Hit> hits;
  for (const Units& segment : collection.units) {
    for (const auto& unit : segment) {
      double score = 0.0;
      bool matches = false;
      for (std::size_t i = 0; i < query.terms.size(); ++i) {
        const auto found = std::find(unit.content.terms.begin(), unit.content.terms.end(), query.terms[i]);
        if (found == unit.content.terms.end()) continue;
        matches = true;
        const auto at = static_cast<std::size_t>(found - unit.content.terms.begin());
        score += static_cast<double>(query.weights[i]) * unit.content.weights[at];
      }
      if (matches) hits.push_back({unit.document, unit.ordinal, static_cast<float>(score)});
    }
  }
  return test::brute_force_documents(hits, k);
}

TEST(SparseRetriever, EqualsTheDefinitionForAnySegmentsUnitsAndDepth) {
  std::mt19937 random(61);
  ThreadPool pool(3);
  for (int round = 0; round < 150; ++round) {
    const Collection collection = random_collection(random);
    const SparseRetriever sparse(collection.field(), nullptr, pool, "sparse");
    const std::vector<SparseVector> queries{random_vector(random), {}, random_vector(random)};
    for (const auto& query : queries) {
      const std::size_t all = brute_force(collection, query, 1000).size();
      for (const std::size_t k : {std::size_t{1}, std::max<std::size_t>(1, all / 2), all + 1}) {
        EXPECT_EQ(sparse.search_encoded({&query, 1}, k).at(0), brute_force(collection, query, k));
      }
    }
    const auto together = sparse.search_encoded(queries, 5);
    for (std::size_t i = 0; i < queries.size(); ++i)
      EXPECT_EQ(together[i], brute_force(collection, queries[i], 5));
  }
}

TEST(SparseRetriever, PoolsADocumentsUnitsBeforeTheCut) {
  const Collection collection({{{Sequence(1), 0, vector({{3, 2.0F}})},
                                {Sequence(1), 1, vector({{3, 3.0F}})},
                                {Sequence(2), 0, vector({{3, 1.0F}})}}});
  ThreadPool pool(1);
  const SparseRetriever sparse(collection.field(), nullptr, pool, "sparse");
  const std::vector<SparseVector> queries{vector({{3, 1.0F}})};
  const auto hits = sparse.search_encoded(queries, 2).at(0);
  ASSERT_THAT(documents_of(hits), ElementsAre(1, 2));
  EXPECT_EQ(hits[0], hit(1, 3.0F, 1));
}

TEST(SparseRetriever, EncodesQueriesWithTheModelThatMadeTheField) {
  std::mt19937 random(62);
  ThreadPool pool(2);
  const Collection collection = random_collection(random);
  const auto encode = [](std::string_view text) {
    return vector({{static_cast<std::uint32_t>(text.size()), 1.5F},
                   {static_cast<std::uint32_t>(text.size() + 2), 0.5F}});
  };
  const auto encoder = std::make_shared<test::FunctionSparseEncoder>(kVocabulary, "splade@1", encode);
  const SparseRetriever sparse(collection.field(), encoder, pool, "sparse:splade");
  EXPECT_EQ(sparse.name(), "sparse:splade");
  const std::vector<std::string_view> queries{"tide", "", "waves"};
  const auto results = sparse.search_all(queries, 4);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    EXPECT_EQ(results[i], brute_force(collection, encode(queries[i]), 4));
  }
}

TEST(SparseRetriever, RefusesAnotherModelNamingBoth) {
  ThreadPool pool(1);
  const Collection collection{std::vector<Units>{}};
  const auto other = std::make_shared<test::FunctionSparseEncoder>(
      kVocabulary, "splade@2", [](std::string_view) { return SparseVector{}; });
  const Error error = error_of([&] { SparseRetriever(collection.field(), other, pool, "sparse"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(),
              HasSubstr("the index holds vectors of `splade` (`splade@1`), but queries would be "
                        "encoded by `fake-sparse` (`splade@2`)"));
}

TEST(SparseRetriever, WithoutAModelRefusesTextNamingTheOneItNeeds) {
  ThreadPool pool(1);
  const Collection collection{std::vector<Units>{}};
  const SparseRetriever sparse(collection.field(), nullptr, pool, "sparse");
  const Error error = error_of([&] { sparse.search("tide", 10); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("sparse: no model to encode queries with; the index needs `splade`"));
}

TEST(SparseRetriever, RefusesAQueryThatIsNoSparseVectorOfTheVocabulary) {
  ThreadPool pool(1);
  const Collection collection{std::vector<Units>{}};
  const SparseRetriever sparse(collection.field(), nullptr, pool, "sparse");
  const auto refusal = [&](const SparseVector& query) -> std::string {
    const std::vector<SparseVector> queries{{}, query};
    const Error error = error_of([&] { sparse.search_encoded(queries, 3); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  };
  EXPECT_THAT(refusal(vector({{12, 1.0F}})),
              HasSubstr("sparse: query 1: term 12 is not below the vocabulary's size, 12"));
  EXPECT_THAT(refusal(vector({{3, 1.0F}, {3, 1.0F}})),
              HasSubstr("term 3 comes after term 3; terms must ascend"));
  EXPECT_THAT(refusal(vector({{3, 0.0F}})), HasSubstr("term 3 has the weight 0"));
  EXPECT_THAT(refusal(vector({{3, std::numeric_limits<float>::quiet_NaN()}})), HasSubstr("the weight nan"));
  EXPECT_THAT(refusal({{TermId(1)}, {}}), HasSubstr("1 terms but 0 weights"));
  EXPECT_EQ(error_of([&] { sparse.search_encoded({}, 0); }).code(), ErrorCode::invalid_argument);
}

TEST(SparseRetriever, RefusesWeightsWhoseScoreNoFloatHolds) {
  const Collection collection({{{Sequence(8), 0, vector({{3, 1e30F}})}}});
  ThreadPool pool(1);
  const SparseRetriever sparse(collection.field(), nullptr, pool, "sparse");
  const std::vector<SparseVector> queries{vector({{3, 1e30F}})};
  EXPECT_THAT(error_of([&] { sparse.search_encoded(queries, 3); }).what(),
              HasSubstr("gives document 8 the score inf; its weights are too large"));
}

TEST(SparseRetriever, AnExplanationAddsUpToTheScoreAndShowsTheTerms) {
  std::mt19937 random(63);
  ThreadPool pool(1);
  const auto encode = [](std::string_view) { return vector({{1, 0.7F}, {4, 1.3F}, {9, 0.1F}}); };
  const auto encoder = std::make_shared<test::FunctionSparseEncoder>(kVocabulary, "splade@1", encode);
  const Collection collection = random_collection(random);
  const SparseRetriever sparse(collection.field(), encoder, pool, "sparse");
  for (const Hit& found : sparse.search("q", 10)) {
    const Explanation sum = sparse.explain("q", found);
    EXPECT_EQ(static_cast<float>(sum.value), found.score);
    double added = 0.0;
    for (const Explanation& term : sum.parts) {
      added += term.value;
      ASSERT_THAT(term.parts, SizeIs(2));
      EXPECT_EQ(term.parts[0].value * term.parts[1].value, term.value);
    }
    EXPECT_EQ(added, sum.value);
    EXPECT_THAT(sum.parts.at(0).what, testing::MatchesRegex("term [149] `t[149]`: product of"));
  }
  EXPECT_EQ(error_of([&] { sparse.explain("q", hit(99999, 0.0F)); }).code(), ErrorCode::not_found);
}

}  // namespace
}  // namespace marrow
