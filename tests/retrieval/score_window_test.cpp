#include "retrieval/score_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Scores = std::vector<std::pair<std::uint32_t, double>>;

struct TestList {
  std::vector<DocId> docs;
  std::vector<double> shares;
  double share(std::size_t i) const { return shares[i]; }
};

Scores scores_of(const std::vector<TestList>& lists, ScoreWindow& window) {
  Scores scores;
  score_units(std::span<const TestList>(lists), window, [&](DocId unit, double score) {
    scores.emplace_back(static_cast<std::uint32_t>(unit), score);
  });
  return scores;
}

TEST(ScoreWindow, DrainsByAscendingPlaceAndIsEmptyAfterwards) {
  ScoreWindow window;
  window.add(8191, 1.0);
  window.add(64, 2.0);
  window.add(64, 0.5);
  window.add(0, 0.0);  // touched, though the score is 0
  Scores seen;
  const auto note = [&](std::size_t place, double score) {
    seen.emplace_back(static_cast<std::uint32_t>(place), score);
  };
  window.drain(note);
  EXPECT_THAT(seen, ElementsAre(Pair(0U, 0.0), Pair(64U, 2.5), Pair(8191U, 1.0)));
  seen.clear();
  window.drain(note);
  EXPECT_TRUE(seen.empty());
}

TEST(ScoreUnits, NoListsAndEmptyListsVisitNothing) {
  ScoreWindow window;
  EXPECT_TRUE(scores_of({}, window).empty());
  EXPECT_TRUE(scores_of({{}, {}}, window).empty());
}

TEST(ScoreUnits, EqualsAddingListByListAcrossManyWindows) {
  std::mt19937 random(41);
  ScoreWindow window;  // one for all rounds: it must come back clean
  for (int round = 0; round < 20; ++round) {
    std::vector<TestList> lists(random() % 5);
    std::map<std::uint32_t, double> expected;
    for (TestList& list : lists) {
      const std::uint32_t step = 1 + static_cast<std::uint32_t>(random() % 9000);
      for (std::uint32_t unit = static_cast<std::uint32_t>(random() % step); unit < 100000;
           unit += 1 + static_cast<std::uint32_t>(random() % step)) {
        list.docs.push_back(DocId(unit));
        list.shares.push_back(
            std::ldexp(1.0 + static_cast<double>(random() % 1000) / 997, static_cast<int>(random() % 40)));
      }
    }
    for (const TestList& list : lists) {  // in the order of the lists: the same sums to the last bit
      for (std::size_t i = 0; i < list.docs.size(); ++i) {
        expected[static_cast<std::uint32_t>(list.docs[i])] += list.shares[i];
      }
    }
    EXPECT_EQ(scores_of(lists, window), Scores(expected.begin(), expected.end()));
  }
}

TEST(ScoreUnits, ReachesTheLastUnitThereCanBe) {
  ScoreWindow window;
  const std::vector<TestList> lists{{{DocId(0), DocId(0xFFFFFFFF)}, {1.0, 2.0}},
                                    {{DocId(0xFFFFFFFF)}, {4.0}}};
  EXPECT_THAT(scores_of(lists, window), ElementsAre(Pair(0U, 1.0), Pair(0xFFFFFFFFU, 6.0)));
}

TEST(ScoreUnits, AForgedListThatDoesNotAscendIsWalkedInBoundsToItsEnd) {
  ScoreWindow window;
  const std::vector<TestList> lists{{{DocId(50000), DocId(3), DocId(50001), DocId(3)}, {1.0, 2.0, 4.0, 8.0}}};
  EXPECT_THAT(scores_of(lists, window),
              ElementsAre(Pair(50000U, 1.0), Pair(3U, 2.0), Pair(50001U, 4.0), Pair(3U, 8.0)));
}

}  // namespace
}  // namespace marrow
