#include "models/model_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/digest.h"
#include "marrow/error.h"
#include "marrow/models.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::TemporaryFolder;
using testing::HasSubstr;

ExpectedFile expected(const std::string& path, const std::string& text) {
  return {path, digest_of(DigestKind::sha256, text), text.size()};
}

ModelRecord some_record(const std::string& name) {
  return {name,
          "somewhere",
          "0123abcd",
          "MIT",
          {expected("config.json", "{}"), expected("1_Pooling/config.json", "[]")}};
}

TEST(CheckFiles, TellsGoodMissingAndAlteredApart) {
  const TemporaryFolder folder;
  folder.write("good", "same");
  folder.write("flipped", "sbme");
  folder.write("short", "sam");
  const std::vector<ExpectedFile> files = {expected("good", "same"), expected("absent", "same"),
                                           expected("flipped", "same"), expected("short", "same")};
  std::size_t last_done = 0;
  const auto checks = check_files(folder.path(), files, [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(total, 16U);
    last_done = done;
  });
  EXPECT_EQ(last_done, 16U);
  ASSERT_EQ(checks.size(), 4U);
  EXPECT_EQ(checks[0].state, FileState::good);
  EXPECT_EQ(checks[1].state, FileState::missing);
  EXPECT_EQ(checks[2].state, FileState::altered);
  EXPECT_EQ(checks[3].state, FileState::altered);
  EXPECT_FALSE(all_good(checks));
  EXPECT_TRUE(all_good({checks.data(), 1}));
}

TEST(CheckFiles, DescribesAMismatchWithBothSumsAndBothSizes) {
  const TemporaryFolder folder;
  folder.write("f", "new!!");
  const ExpectedFile file = expected("f", "old");
  const std::string text = describe(check_files(folder.path(), {&file, 1}).front());
  EXPECT_THAT(text, HasSubstr(digest_of(DigestKind::sha256, "new!!") + " (5 bytes)"));
  EXPECT_THAT(text, HasSubstr("expected " + file.sha256 + " (3 bytes)"));
  EXPECT_THAT(describe({file, FileState::missing, {}, 0}), HasSubstr("f: missing"));
  EXPECT_THAT(describe({file, FileState::good, file.sha256, 3}), HasSubstr("as expected"));
}

TEST(ModelRecord, ReadsBackWhatItWrote) {
  const ModelRecord record = some_record("owner/name@main");
  EXPECT_EQ(parse_model_record(to_text(record), "test"), record);
}

TEST(ModelRecord, RefusesWhatIsNoRecordAndNamesTheMember) {
  const std::string head = R"({"name": "n", "source": "s", "revision": "r", "licence": "l", "files": )";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[]", "record.json: expected an object"},
      {R"({"name": 3})", "name: expected a string, got `3`"},
      {R"({"name": "n", "source": "s", "revision": "r", "licence": "l"})", "expected a member `files`"},
      {head + "[3]}", "files[0]: expected an object"},
      {head + R"([{"path": "a", "bytes": 1}]})", "files[0]: expected a member `sha256`"},
      {head + R"([{"path": "../a", "sha256": "", "bytes": 1}]})",
       "files[0].path: expected a path inside the folder, got"},
      {head + R"([{"path": "a", "sha256": "", "bytes": -1}]})", "files[0].bytes: expected a whole number"},
      {head + R"([{"path": "a", "sha256": ""}]})", "expected a member `bytes`"},
      {"{", "not JSON"},
  };
  for (const auto& [text, message] : cases) {
    const Error error = error_of([&, t = text] { parse_model_record(t, "record.json"); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input) << text;
    EXPECT_THAT(error.what(), HasSubstr(message)) << text;
    EXPECT_THAT(error.what(), HasSubstr("record.json")) << text;
  }
}

TEST(PulledModels, AreTheCompleteFoldersThatHaveARecord) {
  const TemporaryFolder models;
  models.write("zeta/marrow_model.json", to_text(some_record("zeta")));
  models.write("owner/alpha@main/marrow_model.json", to_text(some_record("owner/alpha@main")));
  models.write("half.partial/marrow_model.json", to_text(some_record("half")));
  models.write("own/config.json", "{}");
  models.write("file", "");
  const auto pulled = pulled_models(models.path());
  ASSERT_EQ(pulled.size(), 2U);
  EXPECT_EQ(pulled[0].record.name, "owner/alpha@main");
  EXPECT_EQ(pulled[0].folder, models / "owner/alpha@main");
  EXPECT_EQ(pulled[1].record.name, "zeta");
  EXPECT_TRUE(pulled_models(models / "absent").empty());
}

TEST(HubName, IsOwnerAndNameWithAnOptionalRevision) {
  const auto plain = parse_hub_name("intfloat/e5-small-v2");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->owner, "intfloat");
  EXPECT_EQ(plain->name, "e5-small-v2");
  EXPECT_EQ(plain->revision, "main");
  EXPECT_EQ(plain->text(), "intfloat/e5-small-v2@main");
  const auto pinned = parse_hub_name("a.b/c_d@refs/pr/7");
  ASSERT_TRUE(pinned);
  EXPECT_EQ(pinned->revision, "refs/pr/7");
  EXPECT_EQ(folder_of(*pinned, "models"), std::filesystem::path("models/a.b/c_d@refs%2Fpr%2F7"));
}

TEST(HubName, IsNothingThatCouldLeaveTheModelsFolder) {
  for (const char* const text :
       {"", "name", "/name", "owner/", "../name", "owner/..", "a/b/c", "a b/c", "a/b@", "a/b@../c", "a/b@/c",
        "a/b@c//d", "a/b@c@d", "-a/b", "a/.b", "a/b@main.partial", "a/b?x"}) {
    EXPECT_FALSE(parse_hub_name(text)) << text;
  }
  EXPECT_FALSE(parse_hub_name("a/" + std::string(97, 'b')));
}

class ResolveModel : public testing::Test {
 protected:
  std::string failure(std::string_view name) const {
    const Error error = error_of([&] { resolve_model(name, models_.path()); });
    EXPECT_EQ(error.code(), ErrorCode::not_found) << name;
    return error.what();
  }

  TemporaryFolder models_;
};

TEST_F(ResolveModel, FindsAPulledModelByNameAliasAndPath) {
  models_.write("all-MiniLM-L6-v2/config.json", "{}");
  const auto folder = models_ / "all-MiniLM-L6-v2";
  EXPECT_EQ(resolve_model("all-MiniLM-L6-v2", models_.path()), folder);
  EXPECT_EQ(resolve_model("sentence-transformers/all-MiniLM-L6-v2", models_.path()), folder);
  EXPECT_EQ(resolve_model("ALL-minilm-l6-V2", models_.path()), folder);
  EXPECT_EQ(resolve_model(folder.string(), "elsewhere"), folder);
}

TEST_F(ResolveModel, FindsAPulledModelOfTheHub) {
  models_.write("owner/name@main/config.json", "{}");
  models_.write("owner/name@v2/config.json", "{}");
  EXPECT_EQ(resolve_model("owner/name", models_.path()), models_ / "owner/name@main");
  EXPECT_EQ(resolve_model("owner/name@v2", models_.path()), models_ / "owner/name@v2");
}

TEST_F(ResolveModel, SaysWhichCommandGetsAModelThatHasNotBeenPulled) {
  EXPECT_THAT(failure("SPLADE-tiny"), HasSubstr("marrow models pull SPLADE-tiny"));
  EXPECT_THAT(failure("BAAI/bge-small-en-v1.5"), HasSubstr("marrow models pull bge-small-en-v1.5"));
  EXPECT_THAT(failure("owner/name@v2"), HasSubstr("marrow models pull owner/name@v2"));
}

TEST_F(ResolveModel, DoesNotTakeAnInterruptedPullForAModel) {
  models_.write("SPLADE-tiny.partial/config.json", "{}");
  EXPECT_THAT(failure("SPLADE-tiny"), HasSubstr("marrow models pull SPLADE-tiny"));
}

TEST_F(ResolveModel, NamesTheNearestKnownNameForOneThatMeansNothing) {
  const std::string message = failure("bge-smal-en-v1.5");
  EXPECT_THAT(message, HasSubstr("did you mean `bge-small-en-v1.5`?"));
  EXPECT_THAT(message, HasSubstr("Known names: bge-small-en-v1.5, all-MiniLM-L6-v2"));
  EXPECT_THAT(failure("zzzzzzzzzzzzzzzz"), testing::Not(HasSubstr("did you mean")));
  EXPECT_THAT(failure(""), HasSubstr("Known names"));
}

TEST_F(ResolveModel, TakesAPathToAnOnnxFileAsItIs) {
  const auto file = models_.write("tiny/onnx/model_int8.onnx", "");
  EXPECT_EQ(resolve_model(file.string(), models_.path()), file);
}

TEST_F(ResolveModel, SaysWhenThereIsNoSuchFolder) {
  EXPECT_THAT(failure("./no-such-folder"), HasSubstr("no model folder or file `./no-such-folder`"));
  EXPECT_THAT(failure("/no-such-folder"), HasSubstr("no model folder"));
  EXPECT_THAT(failure("../no-such-folder"), HasSubstr("no model folder"));
}

}  // namespace
}  // namespace marrow
