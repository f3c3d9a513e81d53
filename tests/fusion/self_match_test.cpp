#include "fusion/self_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/hits.h"

namespace marrow {
namespace {

using test::documents_of;
using test::hit;
using testing::ElementsAre;

const std::vector<Hit> kHits{hit(7, 3.0F), hit(2, 2.0F), hit(5, 1.0F)};

TEST(SelfMatch, RemovesTheQuerysOwnDocumentBeforeTheCutSoThatKHitsRemain) {
  EXPECT_THAT(documents_of(without_self_match(kHits, Sequence(7), 2)), ElementsAre(2, 5));
  EXPECT_THAT(documents_of(without_self_match(kHits, Sequence(5), 2)), ElementsAre(7, 2));
}

TEST(SelfMatch, WithoutAnOwnDocumentOnlyCuts) {
  EXPECT_THAT(documents_of(without_self_match(kHits, std::nullopt, 2)), ElementsAre(7, 2));
  EXPECT_THAT(documents_of(without_self_match(kHits, Sequence(99), 9)), ElementsAre(7, 2, 5));
  EXPECT_TRUE(without_self_match(kHits, Sequence(7), 0).empty());
}

TEST(SelfMatch, AsksAStageForOneHitMoreWithoutOverflow) {
  EXPECT_EQ(depth_before_self_match(100), 101U);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(depth_before_self_match(most), most);
}

}  // namespace
}  // namespace marrow
