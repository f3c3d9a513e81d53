#include "encoders/prompts.h"

#include <gtest/gtest.h>

namespace marrow {
namespace {

constexpr const char* kBge = "Represent this sentence for searching relevant passages: ";

ModelFolder folder_called(const std::string& name) {
  ModelFolder folder;
  folder.path = std::filesystem::path("models") / name;
  return folder;
}

TEST(Prompts, AFolderThatNamesNoneGetsThoseOfItsFamily) {
  EXPECT_EQ(prompts_of(folder_called("bge-base-en-v1.5"), "").query, kBge);
  EXPECT_EQ(prompts_of(folder_called("bge-base-en-v1.5"), "").passage, "");
  EXPECT_EQ(prompts_of(folder_called("BAAI"), "BAAI/BGE-large-en@main").query, kBge);
  EXPECT_EQ(prompts_of(folder_called("multilingual-e5-small"), "").query, "query: ");
  EXPECT_EQ(prompts_of(folder_called("e5-small-v2@abc"), "mine").passage, "passage: ");
  EXPECT_FALSE(prompts_of(folder_called("bge-small-zh"), "").query.empty());
  for (const char* const name :
       {"all-MiniLM-L6-v2", "gte-small", "bge-m3", "e5-mistral-7b-instruct", "gene5-x"}) {
    EXPECT_EQ(prompts_of(folder_called(name), "").query, "") << name;
  }
}

TEST(Prompts, TheFoldersOwnPromptsWin) {
  ModelFolder folder = folder_called("e5-small");
  folder.prompts = {{"query", "q> "}, {"document", "d> "}, {"clustering", "c> "}};
  EXPECT_EQ(prompts_of(folder, "").query, "q> ");
  EXPECT_EQ(prompts_of(folder, "").passage, "d> ");
  folder.prompts = {{"query", ""}, {"passage", ""}};
  EXPECT_EQ(prompts_of(folder, "").query, "");
  folder.prompts = {{"any", "x> "}};
  folder.default_prompt = "any";
  EXPECT_EQ(prompts_of(folder, "").query, "x> ");
  EXPECT_EQ(prompts_of(folder, "").passage, "x> ");
}

TEST(Prompts, APromptIsPutInFrontOnce) {
  const RolePrompts prompts{"query: ", "passage: "};
  EXPECT_EQ(prompts.apply("tide", TextRole::query), "query: tide");
  EXPECT_EQ(prompts.apply("tide", TextRole::passage), "passage: tide");
  EXPECT_EQ(prompts.apply("query: tide", TextRole::query), "query: tide");
  EXPECT_EQ(RolePrompts{}.apply("tide", TextRole::query), "tide");
}

}  // namespace
}  // namespace marrow
