#include "pooling/max_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "tests/support/hits.h"
#include "tests/support/ranking.h"

namespace marrow {
namespace {

using test::documents_of;
using test::hit;
using testing::ElementsAre;

/// One document with many good units, three with one each: cutting units at 3 and pooling afterwards
/// would leave document 1 alone.
const std::vector<Hit> kOneDocumentOfManyUnits{
    hit(1, 0.9F, 0), hit(1, 0.95F, 1), hit(1, 0.92F, 2), hit(1, 0.91F, 3),
    hit(2, 0.5F, 0), hit(3, 0.4F, 0),  hit(4, 0.3F, 0),
};

std::vector<Hit> pooled_stream(const std::vector<Hit>& hits, std::size_t k) {
  PooledTopK best(k);
  for (const Hit& each : hits) best.offer(each);
  return std::move(best).take();
}

TEST(MaxPool, PoolsBeforeTheCutSoThatKDocumentsRemain) {
  EXPECT_THAT(documents_of(max_pool(kOneDocumentOfManyUnits, 3)), ElementsAre(1, 2, 3));
  EXPECT_THAT(documents_of(pooled_stream(kOneDocumentOfManyUnits, 3)), ElementsAre(1, 2, 3));
}

TEST(MaxPool, ADocumentScoresAndShowsItsBestUnit) {
  EXPECT_EQ(max_pool(kOneDocumentOfManyUnits, 1).at(0), hit(1, 0.95F, 1));
  EXPECT_EQ(pooled_stream(kOneDocumentOfManyUnits, 1).at(0), hit(1, 0.95F, 1));
}

TEST(MaxPool, BetweenEqualUnitsTheEarlierStandsForTheDocument) {
  const std::vector<Hit> backwards{hit(1, 0.5F, 3), hit(1, 0.5F, 2), hit(1, 0.5F, 4)};
  EXPECT_EQ(max_pool(backwards, 1).at(0).unit, 2U);
  EXPECT_EQ(pooled_stream(backwards, 1).at(0).unit, 2U);
}

TEST(PooledTopK, AUnitBringsBackADocumentThatWasPushedOut) {
  PooledTopK best(1);
  best.offer(hit(2, 0.1F, 0));
  for (std::uint64_t other = 10; other < 200; ++other) best.offer(hit(other, 0.5F));  // pools several times
  EXPECT_EQ(best.threshold(), 0.5F);
  best.offer(hit(2, 0.9F, 1));
  EXPECT_EQ(std::move(best).take().at(0), hit(2, 0.9F, 1));
}

TEST(PooledTopK, AHitAtTheThresholdStillWinsByItsSequence) {
  PooledTopK best(2);
  for (std::uint64_t document = 200; document > 100; --document) best.offer(hit(document, 0.5F));
  EXPECT_EQ(best.threshold(), 0.5F);
  best.offer(hit(7, 0.5F));
  EXPECT_THAT(documents_of(std::move(best).take()), ElementsAre(7, 101));
}

TEST(PooledTopK, EqualsTheDefinitionOverManyMoreUnitsThanItKeeps) {
  std::mt19937 random(20);
  PooledTopK best(3);
  std::vector<Hit> all;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    all.push_back(hit(i % 5000, static_cast<float>(random() % 100000), static_cast<std::uint32_t>(i / 5000)));
    best.offer(all.back());
  }
  EXPECT_EQ(std::move(best).take(), test::brute_force_documents(all, 3));
}

TEST(PooledTopK, AnEnormousKKeepsWhatIsOffered) {
  PooledTopK best(std::numeric_limits<std::size_t>::max());
  for (std::uint64_t i = 0; i < 500; ++i) best.offer(hit(i / 2, 1.0F, static_cast<std::uint32_t>(i % 2)));
  EXPECT_EQ(std::move(best).take().size(), 250U);
}

/// Units of up to `documents` documents, four scores: many ties.
std::vector<Hit> random_units(std::mt19937& random, std::size_t documents = 8) {
  std::vector<Hit> hits;
  const std::size_t document_count = random() % documents;
  for (std::size_t document = 0; document < document_count; ++document) {
    const std::size_t unit_count = random() % 5;
    for (std::size_t unit = 0; unit < unit_count; ++unit) {
      hits.push_back(
          hit(document, static_cast<float>(random() % 4) - 1.0F, static_cast<std::uint32_t>(unit)));
    }
  }
  return hits;
}

TEST(MaxPool, EqualsTheDefinitionForEveryKAndAnyOrderOfArrival) {
  std::mt19937 random(21);
  for (int round = 0; round < 300; ++round) {
    const auto hits = random_units(random, round % 2 == 0 ? 8 : 200);
    const std::size_t count = test::brute_force_documents(hits, hits.size()).size();
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, count / 2, count, count + 1}) {
      const auto expected = test::brute_force_documents(hits, k);
      auto shuffled = hits;
      std::shuffle(shuffled.begin(), shuffled.end(), random);
      EXPECT_EQ(pooled_stream(shuffled, k), expected);
      EXPECT_EQ(max_pool(shuffled, k), expected);
    }
  }
}

TEST(MaxPool, SkippingUnitsBelowTheThresholdChangesNothing) {
  std::mt19937 random(22);
  for (int round = 0; round < 500; ++round) {
    const auto hits = random_units(random, 300);
    const std::size_t k = random() % 40;
    PooledTopK best(k);
    for (const Hit& each : hits) {
      if (each.score >= best.threshold()) best.offer(each);
    }
    EXPECT_EQ(std::move(best).take(), test::brute_force_documents(hits, k));
  }
}

TEST(MaxPool, PartsPooledAndCutThenPooledAgainGiveWhatTheWholeGives) {
  std::mt19937 random(23);
  for (int round = 0; round < 500; ++round) {
    const auto hits = random_units(random);
    const std::size_t k = random() % 5;
    const std::size_t middle = hits.empty() ? 0 : random() % hits.size();  // may part a document's units
    const auto cut = hits.begin() + static_cast<std::ptrdiff_t>(middle);
    auto parts = pooled_stream({hits.begin(), cut}, k);
    const auto second = pooled_stream({cut, hits.end()}, k);
    parts.insert(parts.end(), second.begin(), second.end());
    EXPECT_EQ(max_pool(parts, k), test::brute_force_documents(hits, k));
  }
}

TEST(MaxPool, NothingInNothingOut) {
  EXPECT_TRUE(max_pool({}, 5).empty());
  EXPECT_TRUE(pooled_stream({}, 5).empty());
  EXPECT_EQ(PooledTopK(0).threshold(), std::numeric_limits<float>::infinity());
}

}  // namespace
}  // namespace marrow
