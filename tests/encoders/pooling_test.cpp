#include "encoders/pooling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace marrow {
namespace {

using testing::ElementsAre;
using testing::FloatEq;

TEST(Pooling, TheMeanLeavesPaddingOut) {
  const std::array<float, 6> states{1, 0, 3, 0, 0, 4};
  std::array<float, 2> out{};
  mean_pool(states, std::array{1, 1, 0}, out);
  EXPECT_THAT(out, ElementsAre(2.0F, 0.0F));
}

TEST(Pooling, TheMeanOfNothingIsZero) {
  const std::array<float, 2> states{5, 5};
  std::array<float, 2> out{1, 1};
  mean_pool(states, std::array{0}, out);
  EXPECT_THAT(out, ElementsAre(0.0F, 0.0F));
}

TEST(Pooling, TheFirstTokenIsTakenAsItIs) {
  std::array<float, 2> out{};
  first_token_pool(std::array<float, 4>{7, 8, 1, 2}, out);
  EXPECT_THAT(out, ElementsAre(7.0F, 8.0F));
}

TEST(Pooling, NormalizingGivesUnitLengthOrSaysThatItCannot) {
  std::array<float, 2> vector{3, 4};
  EXPECT_TRUE(normalize_l2(vector));
  EXPECT_THAT(vector, ElementsAre(FloatEq(0.6F), FloatEq(0.8F)));
  std::array<float, 2> zeros{};
  EXPECT_FALSE(normalize_l2(zeros));
  std::array<float, 2> broken{1, std::numeric_limits<float>::quiet_NaN()};
  EXPECT_FALSE(normalize_l2(broken));
  std::array<float, 2> large{3e38F, 3e38F};  // whose squares do not fit a float
  EXPECT_TRUE(normalize_l2(large));
  EXPECT_FLOAT_EQ(large[0], 0.70710678F);
}

}  // namespace
}  // namespace marrow
