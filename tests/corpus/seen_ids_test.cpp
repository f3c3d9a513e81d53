#include "corpus/seen_ids.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace marrow {
namespace {

TEST(SeenIds, GivesTheEarlierLineOfAnIdThatStandsTwice) {
  SeenIds seen;
  EXPECT_EQ(seen.add("a", 1), std::nullopt);
  EXPECT_EQ(seen.add("b", 2), std::nullopt);
  EXPECT_EQ(seen.add("a", 3), 1U);
  EXPECT_EQ(seen.add("a", 4), 1U) << "the first line stays";
  EXPECT_EQ(seen.size(), 2U);
}

TEST(SeenIds, IdsAreBytesOfAnyLength) {
  SeenIds seen;
  EXPECT_EQ(seen.add("", 1), std::nullopt);
  EXPECT_EQ(seen.add(std::string("a\0b", 3), 2), std::nullopt);
  EXPECT_EQ(seen.add("a", 3), std::nullopt);
  EXPECT_EQ(seen.add(std::string(100'000, 'x'), 4), std::nullopt);
  EXPECT_EQ(seen.add(std::string(100'000, 'x'), 5), 4U);
  EXPECT_EQ(seen.add("", 6), 1U);
}

TEST(SeenIds, EqualsAMapOnManyRandomIds) {
  std::mt19937 random(5);
  SeenIds seen;
  std::map<std::string, std::size_t> expected;
  for (std::size_t line = 1; line <= 50'000; ++line) {
    const std::string id = std::to_string(random() % 30'000);
    const auto [place, fresh] = expected.emplace(id, line);
    const auto earlier = seen.add(id, line);
    ASSERT_EQ(earlier.has_value(), !fresh);
    if (earlier) {
      ASSERT_EQ(*earlier, place->second);
    }
  }
  EXPECT_EQ(seen.size(), expected.size());
}

}  // namespace
}  // namespace marrow
