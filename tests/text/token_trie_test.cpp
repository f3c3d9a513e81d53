#include "text/token_trie.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "marrow/error.h"

namespace marrow {
namespace {

using testing::HasSubstr;

/// The brute-force twin: tries every prefix, longest first.
TokenTrie::Match longest_by_trying(const std::vector<TokenTrie::Entry>& entries, std::string_view text) {
  for (std::size_t length = text.size(); length > 0; --length) {
    for (const auto& [entry, id] : entries) {
      if (entry == text.substr(0, length)) return {length, id};
    }
  }
  return {};
}

std::string random_string(std::mt19937& random, std::size_t longest) {
  std::string text(std::uniform_int_distribution<std::size_t>(0, longest)(random), ' ');
  for (char& c : text) c = "ab\xC3\xA9"[std::uniform_int_distribution<std::size_t>(0, 3)(random)];
  return text;
}

TEST(TokenTrie, FindsTheLongestEntryAtTheFront) {
  const TokenTrie trie({{"a", 0}, {"abc", 1}, {"ab", 2}, {"b", 3}});
  EXPECT_EQ(trie.longest_match("abcd").length, 3U);
  EXPECT_EQ(trie.longest_match("abcd").id, 1);
  EXPECT_EQ(trie.longest_match("abx").id, 2);
  EXPECT_EQ(trie.longest_match("xa").length, 0U);
  EXPECT_EQ(trie.longest_match("").length, 0U);
}

TEST(TokenTrie, AnEmptyTrieMatchesNothing) {
  const TokenTrie trie;
  EXPECT_TRUE(trie.empty());
  EXPECT_EQ(trie.longest_match("a").length, 0U);
  EXPECT_FALSE(trie.may_start('a'));
}

TEST(TokenTrie, AgreesWithTryingEveryPrefix) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::set<std::string> texts;
    for (int i = 0; i < 12; ++i) texts.insert(random_string(random, 5));
    texts.erase("");
    std::vector<TokenTrie::Entry> entries;
    for (const std::string& text : texts)
      entries.push_back({text, static_cast<std::int32_t>(entries.size())});
    const TokenTrie trie(entries);
    for (int i = 0; i < 20; ++i) {
      const std::string text = random_string(random, 8);
      const auto expected = longest_by_trying(entries, text);
      const auto found = trie.longest_match(text);
      ASSERT_EQ(found.length, expected.length) << text;
      ASSERT_EQ(found.id, expected.id) << text;
      if (expected.length > 0) {
        ASSERT_TRUE(trie.may_start(text[0]));
      }
    }
  }
}

TEST(TokenTrie, RefusesAnEntryThatStandsTwiceNamingBothIds) {
  try {
    TokenTrie({{"tea", 4}, {"pot", 5}, {"tea", 9}});
    FAIL() << "nothing thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_THAT(error.what(), HasSubstr("`tea` stands twice, as id 4 and 9"));
  }
}

}  // namespace
}  // namespace marrow
