#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "io/json.h"
#include "tests/cli/run_marrow.h"
#include "tests/support/models.h"
#include "tests/support/npy.h"

namespace marrow {
namespace {

using test::run_marrow_split;
using testing::HasSubstr;

std::string encode(const std::string& model) { return "encode " + test::model_folder(model).string(); }

TEST(EncodeCommand, GivesDenseRowsAsJsonAndAsOneMatrix) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  const std::string texts = "This is an example sentence\nEach sentence is converted\n";
  const auto lines = run_marrow_split(encode("all-MiniLM-L6-v2") + " --role passage", texts);
  ASSERT_EQ(lines.exit_status, 0) << lines.messages;
  const Json first = parse_json(std::string_view(lines.output).substr(0, lines.output.find('\n')), "line 1");
  ASSERT_EQ(first.size(), 384U);
  EXPECT_NEAR(first[0].get<float>(), 0.067657F, 1e-4F);
  const auto matrix = test::parse_npy(
      run_marrow_split(encode("all-MiniLM-L6-v2") + " --role passage --format npy", texts).output);
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 384U);
  for (std::size_t i = 0; i < 384; ++i) EXPECT_EQ(matrix.values[i], first[i].get<float>());
}

TEST(EncodeCommand, GivesSparseTermsHeaviestFirst) {
  MARROW_REQUIRE_MODEL("SPLADE-tiny");
  const auto answer = run_marrow_split(encode("SPLADE-tiny") + " --role query --top-k 2",
                                       "How many people live in Berlin?\n");
  ASSERT_EQ(answer.exit_status, 0) << answer.messages;
  const Json terms = parse_json(answer.output, "answer");
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_EQ(terms[0].at("term"), "berlin");
  EXPECT_EQ(terms[0].at("id"), 4068);
  EXPECT_NEAR(terms[0].at("weight").get<float>(), 2.31382F, 1e-4F);
  EXPECT_EQ(terms[1].at("term"), "many");
}

TEST(EncodeCommand, GivesPairLogits) {
  MARROW_REQUIRE_MODEL("ms-marco-MiniLM-L12-v2");
  const auto answer = run_marrow_split(encode("ms-marco-MiniLM-L12-v2"), "what is a panda?\thi\n");
  ASSERT_EQ(answer.exit_status, 0) << answer.messages;
  EXPECT_NEAR(parse_json(answer.output, "answer").at("logit").get<float>(), -10.388956F, 1e-3F);
}

TEST(EncodeCommand, AsksForWhatTheModelNeedsAndRefusesTheRest) {
  MARROW_REQUIRE_MODEL("SPLADE-tiny");
  MARROW_REQUIRE_MODEL("ms-marco-MiniLM-L12-v2");
  const auto expect_refused = [](const std::string& arguments, const std::string& message) {
    const auto answer = run_marrow_split(arguments, "tea\n");
    EXPECT_EQ(answer.exit_status, 2) << arguments;
    EXPECT_THAT(answer.messages, HasSubstr(message));
  };
  expect_refused(encode("SPLADE-tiny"), "say which the lines are, query or passage");
  expect_refused(encode("SPLADE-tiny") + " --role query --format npy", "only dense vectors");
  expect_refused(encode("ms-marco-MiniLM-L12-v2") + " --role query", "together");
  expect_refused(encode("ms-marco-MiniLM-L12-v2") + " --top-k 3", "only a sparse model's");
  expect_refused(encode("ms-marco-MiniLM-L12-v2"), "expected `first TAB second`");
  expect_refused(encode("SPLADE-tiny") + " --role query --max-length 513", "expected 3 to 512");
}

TEST(EncodeCommand, NoTextsGiveNoRows) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  const auto answer = run_marrow_split(encode("all-MiniLM-L6-v2") + " --role query --format npy", "");
  EXPECT_EQ(answer.exit_status, 0);
  EXPECT_EQ(test::parse_npy(answer.output).rows, 0U);
}

/// Commands behind `$ ` in a document's text blocks, each with the lines that follow it there.
std::vector<std::pair<std::string, std::string>> sessions_of(const std::string& document) {
  std::vector<std::pair<std::string, std::string>> sessions;
  std::istringstream lines(document);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = line == "```text";
    } else if (inside && line.starts_with("$ ")) {
      sessions.emplace_back(line.substr(2), "");
    } else if (inside && !sessions.empty()) {
      sessions.back().second += line + '\n';
    }
  }
  return sessions;
}

TEST(EncodeCommand, TheExamplesOfTheDocumentationDoWhatItSays) {
  for (const char* const model :
       {"all-MiniLM-L6-v2", "bge-small-en-v1.5", "SPLADE-tiny", "ms-marco-MiniLM-L12-v2"}) {
    MARROW_REQUIRE_MODEL(model);
  }
  const auto document = test::read_all(std::filesystem::path(MARROW_SOURCE_DIR) / "docs/models.md");
  const auto sessions = sessions_of(document);
  EXPECT_GE(sessions.size(), 5U);
  const test::TemporaryFolder folder;
  for (const auto& [command, expected] : sessions) {
    const auto result = run_process({.arguments = {"/bin/sh", "-c", command},
                                     .environment = {"MARROW_MODELS=" + test::models_folder().string(),
                                                     "PATH=" MARROW_BINARY_DIR ":/usr/bin:/bin"},
                                     .folder = folder.path(),
                                     .poll = {}});
    EXPECT_EQ(result.exit_status, 0) << command << result.output;
    EXPECT_EQ(result.output, expected) << command;
  }
}

}  // namespace
}  // namespace marrow
