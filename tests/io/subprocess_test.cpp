#include "io/subprocess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "marrow/error.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::TemporaryFolder;

ProcessResult run_shell(const std::string& script) { return run_process({{"sh", "-c", script}, {}, {}, {}}); }

TEST(Subprocess, GivesTheExitStatusAndBothOutputs) {
  const ProcessResult result = run_shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(result.exit_status, 7);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST(Subprocess, PassesArgumentsAsTheyAreWithoutAShell) {
  const ProcessResult result = run_process({{"printf", "%s|", "a b", "$HOME", "*"}, {}, {}, {}});
  EXPECT_EQ(result.output, "a b|$HOME|*|");
}

TEST(Subprocess, HasAnEmptyStandardInput) { EXPECT_EQ(run_shell("cat; echo end").output, "end\n"); }

TEST(Subprocess, ReplacesAndExtendsTheEnvironment) {
  const ProcessResult result =
      run_process({{"sh", "-c", "echo $HOME-$MARROW_NEW"}, {"HOME=there", "MARROW_NEW=1"}, {}, {}});
  EXPECT_EQ(result.output, "there-1\n");
}

TEST(Subprocess, RunsInTheFolderAskedFor) {
  const TemporaryFolder folder;
  const ProcessResult result = run_process({{"pwd", "-P"}, {}, folder.path(), {}});
  EXPECT_EQ(result.output, std::filesystem::canonical(folder.path()).string() + '\n');
}

TEST(Subprocess, KeepsTheLastOfALongOutput) {
  const ProcessResult result = run_shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done");
  EXPECT_EQ(result.output.size(), 65536U);
  EXPECT_TRUE(result.output.ends_with("line 19999\n"));
}

TEST(Subprocess, SaysAsAShellDoesWhichSignalEndedTheProgramOrThatThereIsNone) {
  EXPECT_EQ(run_shell("kill -9 $$").exit_status, 128 + 9);
  const ProcessResult absent = run_process({{"marrow-no-such-program"}, {}, {}, {}});
  EXPECT_EQ(absent.exit_status, kNoSuchProgram);
  EXPECT_THAT(absent.output, testing::HasSubstr("marrow-no-such-program"));
}

TEST(Subprocess, EndsTheProgramAndItsChildrenWhenThePollThrows) {
  const TemporaryFolder folder;
  const std::string script = "(sleep 60; touch " + (folder / "outlived").string() + ") & echo $! > " +
                             (folder / "child").string() + "; wait";
  ProcessRequest request{{"sh", "-c", script}, {}, {}, {}};
  request.poll = [&] {
    if (std::filesystem::exists(folder / "child")) throw Interrupted();
  };
  const auto started = std::chrono::steady_clock::now();
  EXPECT_THROW(run_process(request), Interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(30));
}

TEST(Subprocess, EndsByForceWhatDoesNotListen) {
  const TemporaryFolder folder;
  ProcessRequest request{
      {"sh", "-c", "trap '' TERM; touch " + (folder / "deaf").string() + "; while :; do sleep 1; done"},
      {},
      {},
      {}};
  request.poll = [&] {
    if (std::filesystem::exists(folder / "deaf")) throw Interrupted();
  };
  EXPECT_THROW(run_process(request), Interrupted);
}

TEST(Subprocess, RefusesARequestThatNamesNoProgramOrThatCannotRun) {
  EXPECT_EQ(error_of([] { run_process({}); }).code(), ErrorCode::invalid_argument);
  const TemporaryFolder folder;
  const auto text = folder.write("text", "not a program");
  EXPECT_EQ(error_of([&] { run_process({{text.string()}, {}, {}, {}}); }).code(), ErrorCode::io);
}

}  // namespace
}  // namespace marrow
