#include "core/nearest.h"

#include <gtest/gtest.h>

#include <array>

namespace marrow {
namespace {

constexpr std::array<std::string_view, 3> kNames{"fusion.alpha", "fusion.beta", "splade.top_k"};

TEST(Nearest, FindsTheNameThatASlipMissed) {
  EXPECT_EQ(nearest("fusion.alhpa", kNames), "fusion.alpha");
  EXPECT_EQ(nearest("SPLADE.topk", kNames), "splade.top_k");
}

TEST(Nearest, SaysNothingWhenNoNameIsNear) {
  EXPECT_EQ(nearest("elasticsearch", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
  EXPECT_EQ(nearest("x", {}), "");
}

TEST(Nearest, AVeryLongWordCostsNothing) { EXPECT_EQ(nearest(std::string(10'000'000, 'a'), kNames), ""); }

}  // namespace
}  // namespace marrow
