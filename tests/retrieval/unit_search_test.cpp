#include "retrieval/unit_search.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/support/hits.h"
#include "tests/support/memory_fields.h"

namespace marrow {
namespace {

TEST(FindUnit, FindsEveryUnitWhereverItStandsAndNoOther) {
  std::mt19937 random(81);
  for (int round = 0; round < 30; ++round) {
    const auto units = test::random_units<int>(random, random() % 10, 4, 0, [] { return 0; });
    const test::MemoryUnits memory(units);
    const UnitTable table = memory.view();
    for (std::uint32_t i = 0; i < units.size(); ++i) {
      EXPECT_EQ(find_unit(table, {units[i].document, units[i].ordinal, 0.0F}), DocId(i));
    }
    EXPECT_EQ(find_unit(table, test::hit(0, 0.0F)), std::nullopt);  // sequences start at 1 here
    if (!units.empty()) {
      EXPECT_EQ(find_unit(table, {units[0].document, 9, 0.0F}), std::nullopt);
    }
  }
}

}  // namespace
}  // namespace marrow
