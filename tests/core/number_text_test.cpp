#include "core/number_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace marrow {
namespace {

TEST(NumberText, IsTheShortestThatReadsBackAsTheSameNumber) {
  EXPECT_EQ(number_text(0.3), "0.3");
  EXPECT_EQ(number_text(0.3F), "0.3");
  EXPECT_EQ(number_text(static_cast<double>(0.3F)), "0.30000001192092896");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(number_text(-2.0), "-2");
}

TEST(NumberText, NamesWhatIsNotFinite) {
  EXPECT_EQ(number_text(std::nan("")), "nan");
  EXPECT_EQ(number_text(-std::nan("")), "nan");
  EXPECT_EQ(number_text(-HUGE_VAL), "-inf");
}

}  // namespace
}  // namespace marrow
