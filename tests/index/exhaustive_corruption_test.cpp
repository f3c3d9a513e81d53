#include "tests/index/damaged_index.h"

/// The long forms of two tests of corruption_test.cpp.
namespace marrow {
namespace {

using ExhaustiveCorruption = test::DamagedIndex;

TEST_F(ExhaustiveCorruption, OfAnySingleBitIsFoundOrHarmless) { flip_every_byte(8); }

TEST_F(ExhaustiveCorruption, ByAForgerWhoMakesChecksumsRightNeverCrashes) {
  EXPECT_GT(refused_forgeries(77, 200'000), 20'000U);
}

}  // namespace
}  // namespace marrow
