#include "io/relative_path.h"

#include <gtest/gtest.h>

#include <string>

namespace marrow {
namespace {

TEST(RelativePath, AcceptsWhatStaysInsideTheFolder) {
  for (const char* const path : {"a", "config.json", "1_Pooling/config.json", "a/b/c", "..a", "a..", "a b",
                                 ".hidden", "caf\xC3\xA9"}) {
    EXPECT_TRUE(is_safe_relative_path(path)) << path;
  }
  EXPECT_TRUE(is_safe_relative_path(std::string(1024, 'a')));
}

TEST(RelativePath, RefusesWhatLeavesTheFolderOrIsNoPath) {
  for (const char* const path : {"", "/", "/etc/passwd", "..", "../a", "a/..", "a/../b", "a/./b", ".", "a//b",
                                 "a/", "a\\b", "a\nb", "a\x7F"}) {
    EXPECT_FALSE(is_safe_relative_path(path)) << path;
  }
  EXPECT_FALSE(is_safe_relative_path(std::string("a\0b", 3)));
  EXPECT_FALSE(is_safe_relative_path(std::string(1025, 'a')));
}

}  // namespace
}  // namespace marrow
