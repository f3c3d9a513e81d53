#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "encoders/prompts.h"

/// BR-49: prefixes that are missing, swapped, doubled, or lack the blank behind the colon.
namespace marrow {
namespace {

ModelFolder folder_called(const std::string& name) {
  ModelFolder folder;
  folder.path = name;
  return folder;
}

TEST(FaultBR49, AnE5ModelGetsItsPrefixesOnceOnTheirSides) {
  const RolePrompts prompts = prompts_of(folder_called("e5-small-v2"), "");
  EXPECT_EQ(prompts.apply("tide", TextRole::query), "query: tide");
  EXPECT_EQ(prompts.apply("tide", TextRole::passage), "passage: tide");
  EXPECT_EQ(prompts.apply(prompts.apply("tide", TextRole::query), TextRole::query), "query: tide");
}

TEST(FaultBR49, AModelWithoutPrefixesGetsNone) {
  const RolePrompts prompts = prompts_of(folder_called("all-MiniLM-L6-v2"), "");
  EXPECT_EQ(prompts.apply("tide", TextRole::query), "tide");
  EXPECT_EQ(prompts.apply("tide", TextRole::passage), "tide");
}

}  // namespace
}  // namespace marrow
