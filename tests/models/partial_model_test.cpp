#include "models/partial_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/digest.h"
#include "marrow/error.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::read_all;
using test::TemporaryFolder;
using testing::HasSubstr;

ExpectedFile expected(const std::string& path, const std::string& text) {
  return {path, digest_of(DigestKind::sha256, text), text.size()};
}

ModelRecord record_of(std::vector<ExpectedFile> files) {
  return {"tiny", "here", "", "MIT", std::move(files)};
}

TEST(PartialModel, BecomesTheFolderOnlyWhenItIsFinished) {
  const TemporaryFolder models;
  PartialModel partial(models / "tiny");
  models.write("tiny.partial/config.json", "{}");
  EXPECT_FALSE(std::filesystem::exists(models / "tiny"));
  const ModelRecord record = record_of({expected("config.json", "{}")});
  partial.finish(record);
  EXPECT_FALSE(std::filesystem::exists(models / "tiny.partial"));
  EXPECT_EQ(read_all(models / "tiny/config.json"), "{}");
  EXPECT_EQ(read_model_record(models / "tiny"), record);
}

TEST(PartialModel, RefusesToFinishWithAFileThatIsNotAsItMustBe) {
  const TemporaryFolder models;
  PartialModel partial(models / "tiny");
  const Error error = error_of([&] { partial.finish(record_of({expected("config.json", "{}")})); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("tiny: config.json: missing"));
  EXPECT_FALSE(std::filesystem::exists(models / "tiny"));
}

TEST(PartialModel, KeepsWhatItHasForTheNextRun) {
  const TemporaryFolder models;
  {
    const PartialModel partial(models / "tiny");
    models.write("tiny.partial/good", "good");
  }
  const PartialModel partial(models / "tiny");
  EXPECT_TRUE(partial.has(expected("good", "good")));
  EXPECT_FALSE(partial.has(expected("absent", "good")));
}

TEST(PartialModel, RemovesAFileWithOtherBytes) {
  const TemporaryFolder models;
  const PartialModel partial(models / "tiny");
  models.write("tiny.partial/altered", "gooe");
  EXPECT_FALSE(partial.has(expected("altered", "good")));
  EXPECT_FALSE(std::filesystem::exists(models / "tiny.partial/altered"));
}

TEST(PartialModel, TakesOverADamagedFolderWithEverythingInIt) {
  const TemporaryFolder models;
  models.write("tiny/deep/good", "good");
  models.write("tiny/own notes", "of the user");
  models.write("tiny/both", "older");
  models.write("tiny.partial/both", "newer");
  PartialModel partial(models / "tiny");
  EXPECT_FALSE(std::filesystem::exists(models / "tiny"));
  EXPECT_TRUE(partial.has(expected("deep/good", "good")));
  EXPECT_TRUE(partial.has(expected("both", "newer")));
  partial.finish(record_of({expected("deep/good", "good")}));
  EXPECT_EQ(read_all(models / "tiny/own notes"), "of the user");
}

TEST(PartialModel, GoesOnTakingOverAFolderWhereItWasInterrupted) {
  const TemporaryFolder models;
  models.write("tiny.partial/.scratch/taken/deep/good", "good");
  const PartialModel partial(models / "tiny");
  EXPECT_TRUE(partial.has(expected("deep/good", "good")));
}

TEST(PartialModel, RemovesItsScratchFolder) {
  const TemporaryFolder models;
  PartialModel partial(models / "tiny");
  EXPECT_TRUE(std::filesystem::is_directory(partial.scratch()));
  partial.finish(record_of({}));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(models / "tiny"), {}), 1);
}

TEST(PartialModel, KeepsASecondPullOut) {
  const TemporaryFolder models;
  {
    const PartialModel first(models / "tiny");
    const Error error = error_of([&] { const PartialModel second(models / "tiny"); });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_THAT(error.what(), HasSubstr("another process is pulling this model"));
  }
  EXPECT_NO_THROW(PartialModel(models / "tiny"));
}

TEST(PartialModel, SaysWhenItsFolderCannotBeMade) {
  const TemporaryFolder models;
  models.write("file", "");
  EXPECT_EQ(error_of([&] { const PartialModel partial(models / "file/tiny"); }).code(), ErrorCode::io);
}

TEST(PartialModel, GivesPathsWhoseFoldersExist) {
  const TemporaryFolder models;
  const PartialModel partial(models / "tiny");
  EXPECT_EQ(partial.path_of(expected("1_Pooling/config.json", "")),
            models / "tiny.partial/1_Pooling/config.json");
  EXPECT_TRUE(std::filesystem::is_directory(models / "tiny.partial/1_Pooling"));
}

}  // namespace
}  // namespace marrow
