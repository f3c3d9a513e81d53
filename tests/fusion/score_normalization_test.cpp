#include "fusion/score_normalization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/hits.h"

namespace marrow {
namespace {

using test::hit;
using testing::DoubleNear;
using testing::ElementsAre;

TEST(MinMaxNormalized, MapsTheLowestToTheFloorAndTheHighestToOne) {
  const std::vector<Hit> hits{hit(1, 9.0F), hit(2, 5.0F), hit(3, 1.0F)};
  EXPECT_THAT(min_max_normalized(hits, 0.1), ElementsAre(1.0, DoubleNear(0.55, 1e-15), 0.1));
  EXPECT_THAT(min_max_normalized(hits, 0.0), ElementsAre(1.0, 0.5, 0.0));
}

TEST(MinMaxNormalized, NegativeScoresAreScoresLikeAnyOther) {
  const std::vector<Hit> hits{hit(1, -1.0F), hit(2, -2.0F), hit(3, -5.0F)};
  EXPECT_THAT(min_max_normalized(hits, 0.0), ElementsAre(1.0, 0.75, 0.0));
}

TEST(MinMaxNormalized, EqualScoresAndASingleHitMapToOneWhateverTheirSign) {
  EXPECT_THAT(min_max_normalized(std::vector<Hit>{hit(1, 3.0F)}, 0.1), ElementsAre(1.0));
  EXPECT_THAT(min_max_normalized(std::vector<Hit>{hit(1, 0.0F), hit(2, 0.0F)}, 0.1), ElementsAre(1.0, 1.0));
  EXPECT_THAT(min_max_normalized(std::vector<Hit>{hit(1, -3.0F), hit(2, -3.0F)}, 0.0), ElementsAre(1.0, 1.0));
}

TEST(MinMaxNormalized, AnEmptyListStaysEmpty) {
  EXPECT_TRUE(min_max_normalized(std::vector<Hit>{}, 0.1).empty());
}

TEST(MinMaxNormalized, TheWholeRangeOfFloatDoesNotOverflow) {
  constexpr float most = std::numeric_limits<float>::max();
  const std::vector<Hit> hits{hit(1, most), hit(2, 0.0F), hit(3, -most)};
  EXPECT_THAT(min_max_normalized(hits, 0.0), ElementsAre(1.0, 0.5, 0.0));
}

}  // namespace
}  // namespace marrow
