#include "models/hub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/digest.h"
#include "marrow/error.h"
#include "marrow/models.h"
#include "tests/models/fake_hub.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::read_all;
using testing::HasSubstr;

const std::string& kCommit = test::FakeHub::commit();

class PullHubModel : public testing::Test {
 protected:
  HubOptions options() const {
    HubOptions options;
    options.models_folder = models_.path();
    options.endpoint = hub_.endpoint();
    options.http.stall_timeout_ms = 1000;
    options.http.backoff_ms = 1;
    return options;
  }
  PullOutcome pull(const std::string& name = "owner/name") const {
    return pull_hub_model(parse_hub_name(name).value(), options());
  }
  std::filesystem::path folder() const { return models_ / "owner/name@main"; }

  test::FakeHub hub_;
  test::TemporaryFolder models_;
};

TEST_F(PullHubModel, FetchesTheNeededFilesOfOneCommitAndRecordsIt) {
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(folder() / "model.safetensors"), hub_.file("model.safetensors"));
  EXPECT_EQ(read_all(folder() / "1_Pooling/config.json"), "[]");
  EXPECT_FALSE(std::filesystem::exists(folder() / "pytorch_model.bin"));
  EXPECT_FALSE(std::filesystem::exists(models_ / "owner/name@main.partial"));
  const auto record = read_model_record(folder());
  ASSERT_TRUE(record);
  EXPECT_EQ(record->name, "owner/name@main");
  EXPECT_EQ(record->revision, kCommit);
  EXPECT_EQ(record->licence, "mit");
  EXPECT_TRUE(all_good(check_files(folder(), record->files)));
  EXPECT_EQ(resolve_model("owner/name", models_.path()), folder());
}

TEST_F(PullHubModel, AsksNothingTheSecondTime) {
  pull();
  const std::size_t before = hub_.requests().size();
  EXPECT_EQ(pull(), PullOutcome::already_there);
  EXPECT_EQ(hub_.requests().size(), before);
}

TEST_F(PullHubModel, MendsADamagedFileFromTheSameCommit) {
  pull();
  models_.write("owner/name@main/tokenizer.json", "damaged");
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(folder() / "tokenizer.json"), hub_.file("tokenizer.json"));
  EXPECT_EQ(hub_.requests_for("model.safetensors"), 1U);
  EXPECT_THAT(hub_.requests().back().target, HasSubstr(kCommit));
}

TEST_F(PullHubModel, KeepsRevisionsApart) {
  EXPECT_EQ(pull("owner/name@refs/pr/1"), PullOutcome::pulled);
  EXPECT_TRUE(std::filesystem::exists(models_ / "owner/name@refs%2Fpr%2F1/config.json"));
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(PullHubModel, SaysWhichModelTheHubDoesNotKnow) {
  const Error error = error_of([&] { pull("owner/other"); });
  EXPECT_EQ(error.code(), ErrorCode::not_found);
  EXPECT_THAT(error.what(), HasSubstr("knows no model `owner/other@main` (HTTP 404)"));
  EXPECT_EQ(error_of([&] { pull("owner/name@v9"); }).code(), ErrorCode::not_found);
  EXPECT_TRUE(std::filesystem::is_empty(models_.path()));
}

TEST_F(PullHubModel, AdvisesOnTheTokenWhenTheHubRefuses) {
  hub_.change([](auto& hub) { hub.token = "right"; });
  const Error without = error_of([&] { pull(); });
  EXPECT_EQ(without.code(), ErrorCode::io);
  EXPECT_THAT(without.what(), HasSubstr("(HTTP 401)"));
  EXPECT_THAT(without.what(), HasSubstr("set HF_TOKEN"));
  HubOptions wrong = options();
  wrong.http.bearer_token = "wr0ng";
  const Error refused = error_of([&] { pull_hub_model({"owner", "name", "main"}, wrong); });
  EXPECT_THAT(refused.what(), HasSubstr("the token in HF_TOKEN may not read it"));
  EXPECT_THAT(refused.what(), testing::Not(HasSubstr("wr0ng")));
  HubOptions right = options();
  right.http.bearer_token = "right";
  EXPECT_EQ(pull_hub_model({"owner", "name", "main"}, right), PullOutcome::pulled);
}

TEST_F(PullHubModel, AdvisesOnTheTokenWhenOnlyTheFilesAreRefused) {
  hub_.change([](auto& hub) { hub.gated = true; });
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("(HTTP 403): there is no such model, or it is private or gated"));
  EXPECT_TRUE(std::filesystem::is_empty(models_.path()));
}

TEST_F(PullHubModel, SaysWhenTheHubAnswersWithAnError) {
  hub_.change([](auto& hub) { hub.listing_status = 418; });
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("the hub answered with HTTP 418"));
}

TEST_F(PullHubModel, ResumesInALaterRunTheFileAtWhichTheFirstWasStopped) {
  const std::string weights = hub_.file("model.safetensors");
  hub_.change([&](auto& hub) { hub.faults["model.safetensors"] = {.body = weights, .drop_after = 1000}; });
  HubOptions stopped = options();
  stopped.begin_step = [&](const std::string& step) -> Progress {
    if (step.find("model.safetensors") == std::string::npos) return {};
    return [](std::size_t done, std::size_t) {
      if (done >= 1000) throw Interrupted();
    };
  };
  EXPECT_THROW(pull_hub_model({"owner", "name", "main"}, stopped), Interrupted);
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(folder() / "model.safetensors"), weights);
  EXPECT_EQ(hub_.requests().back().headers.at("range"), "bytes=1000-");
}

TEST_F(PullHubModel, GoesOnWhenTheConnectionDrops) {
  const std::string weights = hub_.file("model.safetensors");
  hub_.change([&](auto& hub) { hub.faults["model.safetensors"] = {.body = weights, .drop_after = 1000}; });
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(folder() / "model.safetensors"), weights);
  EXPECT_EQ(hub_.requests_for("model.safetensors"), 2U);
  EXPECT_TRUE(hub_.requests().back().headers.contains("range"));
}

TEST_F(PullHubModel, GoesOnInALaterRunWhereTheUserStopped) {
  HubOptions stopped = options();
  stopped.begin_step = [](const std::string& step) -> Progress {
    if (step.find("model.safetensors") != std::string::npos) throw Interrupted();
    return {};
  };
  EXPECT_THROW(pull_hub_model({"owner", "name", "main"}, stopped), Interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder()));
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(hub_.requests_for("config.json"), 1U) << "what was whole already was kept";
}

TEST_F(PullHubModel, RefusesAlteredWeightsWithBothSums) {
  hub_.change([](auto& hub) { hub.listed_sum_of_weights = std::string(64, '7'); });
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr(std::string(64, '7')));
  EXPECT_THAT(error.what(), HasSubstr(digest_of(DigestKind::sha256, hub_.file("model.safetensors"))));
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(PullHubModel, RefusesAnAlteredSmallFileByItsGitName) {
  hub_.change([](auto& hub) { hub.faults["tokenizer.json"] = {.body = R"({"model": 2})"}; });
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("tokenizer.json: git name is " + test::git_name(R"({"model": 2})")));
  EXPECT_THAT(error.what(), HasSubstr(test::git_name(R"({"model": 1})")));
  EXPECT_FALSE(std::filesystem::exists(folder()));
  EXPECT_EQ(pull(), PullOutcome::pulled);
}

TEST_F(PullHubModel, VerifiesByTheTagsOfFilesWhenTheListingHasNoSums) {
  hub_.change([](auto& hub) { hub.states_sums = false; });
  hub_.change([](auto& hub) { hub.redirects = true; });
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(folder() / "model.safetensors"), hub_.file("model.safetensors"));
}

TEST_F(PullHubModel, RefusesAFileThatNothingVerifies) {
  hub_.change([](auto& hub) { hub.states_sums = false; });
  hub_.change([](auto& hub) { hub.states_etags = false; });
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("states no sum"));
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(PullHubModel, RefusesAModelWithoutWeightsThatCanBeRead) {
  hub_.change([](auto& hub) { hub.files.erase("model.safetensors"); });
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("owner/name@main"));
}

TEST(HubOptions, RefuseAnEndpointThatIsNoAddress) {
  HubOptions options;
  EXPECT_NO_THROW(options.validate());
  options.endpoint = "hub.example";
  EXPECT_EQ(error_of([&] { options.validate(); }).code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace marrow
