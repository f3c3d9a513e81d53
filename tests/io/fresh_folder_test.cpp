#include "io/fresh_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using testing::HasSubstr;

TEST(FreshFolder, IsThereOnlyAfterItsCommit) {
  const test::TemporaryFolder folder;
  {
    FreshFolder fresh(folder / "a/set");
    folder.write("a/set.new/file", "x");
    EXPECT_FALSE(std::filesystem::exists(folder / "a/set"));
    fresh.commit();
  }
  EXPECT_EQ(test::read_all(folder / "a/set/file"), "x");
  EXPECT_FALSE(std::filesystem::exists(folder / "a/set.new"));
}

TEST(FreshFolder, WithoutACommitNothingIsLeft) {
  const test::TemporaryFolder folder;
  { FreshFolder fresh(folder / "set"); }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FreshFolder, WhatAnInterruptedProcessLeftIsRemoved) {
  const test::TemporaryFolder folder;
  folder.write("set.new/old", "x");
  FreshFolder fresh(folder / "set");
  EXPECT_TRUE(std::filesystem::is_empty(fresh.path()));
}

TEST(FreshFolder, APlaceThatIsTakenIsLeftAlone) {
  const test::TemporaryFolder folder;
  folder.write("set/old", "x");
  EXPECT_THAT(error_of([&] { FreshFolder(folder / "set"); }).what(), HasSubstr("exists already"));
  EXPECT_EQ(test::read_all(folder / "set/old"), "x");
  FreshFolder late(folder / "late");
  folder.write("late/other", "y");
  EXPECT_EQ(error_of([&] { late.commit(); }).code(), ErrorCode::io) << "someone else was first";
  EXPECT_EQ(test::read_all(folder / "late/other"), "y");
}

}  // namespace
}  // namespace marrow
