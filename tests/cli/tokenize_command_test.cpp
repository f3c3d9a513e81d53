#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run_marrow.h"

namespace marrow {
namespace {

using test::run_marrow_split;
using testing::HasSubstr;

constexpr const char* kVocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ntea\npot\n##s\n[\nsep\n]\n";

TEST(TokenizeCommand, GivesIdsTokensTypesAndByteOffsets) {
  const test::TemporaryFolder model;
  model.write("vocab.txt", kVocabulary);
  const auto answer = run_marrow_split("tokenize " + model.path().string(), "Téas pot\n\n");
  EXPECT_EQ(answer.output,
            "{\"ids\":[2,5,7,6,3],\"tokens\":[\"[CLS]\",\"tea\",\"##s\",\"pot\",\"[SEP]\"],"
            "\"types\":[0,0,0,0,0],\"offsets\":[[0,0],[0,4],[4,5],[6,9],[0,0]],\"truncated\":false}\n"
            "{\"ids\":[2,3],\"tokens\":[\"[CLS]\",\"[SEP]\"],\"types\":[0,0],\"offsets\":[[0,0],[0,0]],"
            "\"truncated\":false}\n");
  EXPECT_EQ(answer.messages, "");
  EXPECT_EQ(answer.exit_status, 0);
}

TEST(TokenizeCommand, CutsPairsAndReadsSpecialTokensWhenAsked) {
  const test::TemporaryFolder model;
  model.write("vocab.txt", kVocabulary);
  const std::string tokenize = "tokenize " + model.path().string();
  EXPECT_THAT(run_marrow_split(tokenize + " --pair --max-length 5", "tea\tpot pot\n").output,
              HasSubstr("{\"ids\":[2,5,3,6,3],"));
  EXPECT_THAT(run_marrow_split(tokenize, "[SEP]\n").output, HasSubstr("{\"ids\":[2,8,9,10,3],"));
  EXPECT_THAT(run_marrow_split(tokenize + " --special parity", "[SEP]\n").output,
              HasSubstr("{\"ids\":[2,3,3],"));
}

TEST(TokenizeCommand, NamesWhatItCannotUse) {
  const test::TemporaryFolder model;
  const std::string tokenize = "tokenize " + model.path().string();
  const auto no_tokenizer = run_marrow_split(tokenize);
  EXPECT_EQ(no_tokenizer.exit_status, 3);
  EXPECT_THAT(no_tokenizer.messages, HasSubstr("expected tokenizer.json or vocab.txt"));
  model.write("vocab.txt", kVocabulary);
  const auto no_pair = run_marrow_split(tokenize + " --pair", "tea\tpot\nteapot\n");
  EXPECT_EQ(no_pair.exit_status, 2);
  EXPECT_THAT(no_pair.messages, HasSubstr("standard input:2:1: expected `first TAB second`, got 0 tabs"));
  const auto too_short = run_marrow_split(tokenize + " --max-length 1", "tea\n");
  EXPECT_EQ(too_short.exit_status, 2);
  EXPECT_THAT(too_short.messages, HasSubstr("at least 2"));
}

TEST(TokenizeCommand, AFullDiskIsAnError) {
  const test::TemporaryFolder model;
  model.write("vocab.txt", kVocabulary);
  const std::string command = "echo tea | " + std::string(MARROW_BINARY_DIR) + "/marrow tokenize " +
                              model.path().string() + " > /dev/full";
  const ProcessResult answer =
      run_process({.arguments = {"/bin/sh", "-c", command}, .environment = {}, .folder = {}, .poll = {}});
  EXPECT_EQ(answer.exit_status, 4);
  EXPECT_THAT(answer.output, HasSubstr("standard output: "));
}

}  // namespace
}  // namespace marrow
