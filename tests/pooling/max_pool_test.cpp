#include "pooling/max_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>

#include "tests/support/hits.h"

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

/// The definition: the best unit of each document, sorted, cut last.
std::vector<Hit> brute_force(const std::vector<Hit>& hits, std::size_t k) {
  std::map<Sequence, Hit> best;
  for (const Hit& each : hits) {
    const auto [kept, fresh] = best.emplace(each.document, each);
    if (!fresh && (each.score > kept->second.score ||
                   (each.score == kept->second.score && each.unit < kept->second.unit))) {
      kept->second = each;
    }
  }
  std::vector<Hit> ranked;
  for (const auto& [document, each] : best) ranked.push_back(each);
  std::sort(ranked.begin(), ranked.end(), ranks_before);
  ranked.resize(std::min(k, ranked.size()));
  return ranked;
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

TEST(MaxPool, AUnitThatImprovesADocumentInTheLastPlaceCounts) {
  // Document 2's first unit is under the threshold when it comes; its second is not.
  const std::vector<Hit> hits{hit(1, 0.5F, 0), hit(2, 0.1F, 0), hit(2, 0.9F, 1)};
  EXPECT_THAT(documents_of(pooled_stream(hits, 1)), ElementsAre(2));
}

std::vector<Hit> random_units(std::mt19937& random) {
  std::vector<Hit> hits;
  const std::size_t document_count = random() % 8;
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
  for (int round = 0; round < 500; ++round) {
    auto hits = random_units(random);
    const std::size_t count = brute_force(hits, hits.size()).size();
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, count / 2, count, count + 1}) {
      const auto expected = brute_force(hits, k);
      EXPECT_EQ(pooled_stream(hits, k), expected);
      auto shuffled = hits;
      std::shuffle(shuffled.begin(), shuffled.end(), random);
      EXPECT_EQ(max_pool(shuffled, k), expected);
    }
  }
}

TEST(MaxPool, SkippingUnitsBelowTheThresholdChangesNothing) {
  std::mt19937 random(22);
  for (int round = 0; round < 500; ++round) {
    const auto hits = random_units(random);
    const std::size_t k = random() % 5;
    PooledTopK best(k);
    for (const Hit& each : hits) {
      if (each.score >= best.threshold()) best.offer(each);
    }
    EXPECT_EQ(std::move(best).take(), brute_force(hits, k));
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
    EXPECT_EQ(max_pool(parts, k), brute_force(hits, k));
  }
}

TEST(MaxPool, NothingInNothingOut) {
  EXPECT_TRUE(max_pool({}, 5).empty());
  EXPECT_TRUE(pooled_stream({}, 5).empty());
  EXPECT_EQ(PooledTopK(0).threshold(), std::numeric_limits<float>::infinity());
}

}  // namespace
}  // namespace marrow
