#include "models/hub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>

#include "io/digest.h"
#include "io/json.h"
#include "marrow/error.h"
#include "marrow/models.h"
#include "tests/support/errors.h"
#include "tests/support/http_server.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::HttpServer;
using test::read_all;
using testing::HasSubstr;

const std::string kCommit(40, 'c');

std::string git_name(const std::string& text) {
  std::string object = "blob " + std::to_string(text.size());
  object += '\0';
  return digest_of(DigestKind::sha1, object + text);
}

/// A hub of one model, `owner/name`, whose answers a test may change.
class Hub {
 public:
  using Answer = HttpServer::Answer;
  using Request = HttpServer::Request;

  Hub() : server_([this](const Request& request) { return answer(request); }) {
    for (int i = 0; i < 20'000; ++i) files["model.safetensors"] += std::to_string(i) + ' ';
    files["config.json"] = "{}";
    files["tokenizer.json"] = R"({"model": 1})";
    files["1_Pooling/config.json"] = "[]";
    files["pytorch_model.bin"] = "a pickle";
  }

  std::string endpoint() const { return server_.url("/"); }
  std::vector<Request> requests() const { return server_.requests(); }
  std::size_t requests_for(const std::string& path) const {
    std::size_t count = 0;
    for (const Request& request : requests()) {
      if (request.method == "GET" && request.target.ends_with("/resolve/" + kCommit + '/' + path)) ++count;
    }
    return count;
  }

  std::map<std::string, std::string> files;
  bool states_sums = true;               ///< in the listing
  bool states_etags = true;              ///< at each file's address
  bool redirects = false;                ///< large files to another address
  std::string token;                     ///< asked for, when not empty
  std::map<std::string, Answer> faults;  ///< by file, instead of its bytes; once each
  std::string listed_sum_of_weights;     ///< when not the right one

 private:
  Answer answer(const Request& request) {
    if (!token.empty() && !is_authorized(request)) return {.status = 401, .body = "{}"};
    const std::string& target = request.target;
    if (target.starts_with("/api/models/owner/name/revision/")) return listing(target);
    if (target.starts_with("/storage/")) return test::range_of(request, files.at(target.substr(9)));
    const std::string prefix = "/owner/name/resolve/" + kCommit + '/';
    const auto file = target.starts_with(prefix) ? files.find(target.substr(prefix.size())) : files.end();
    if (file == files.end()) return {.status = 404, .body = "no"};
    return file_answer(request, file->first, file->second);
  }

  bool is_authorized(const Request& request) const {
    const auto header = request.headers.find("authorization");
    return header != request.headers.end() && header->second == "Bearer " + token;
  }

  Answer file_answer(const Request& request, const std::string& path, const std::string& bytes) {
    if (const auto fault = faults.find(path); fault != faults.end() && request.method == "GET") {
      const Answer given = fault->second;
      faults.erase(fault);
      return given;
    }
    Answer answer = test::range_of(request, bytes);
    const bool large = path == "model.safetensors";
    if (large && redirects) answer = {.status = 302, .headers = {{"Location", "/storage/" + path}}};
    if (states_etags && large)
      answer.headers["X-Linked-Etag"] = '"' + digest_of(DigestKind::sha256, bytes) + '"';
    answer.headers["ETag"] = states_etags && !large ? '"' + git_name(bytes) + '"' : "\"something\"";
    return answer;
  }

  Answer listing(const std::string& target) const {
    const bool known = target.find("/revision/main?") != std::string::npos ||
                       target.find("/revision/refs%2Fpr%2F1?") != std::string::npos ||
                       target.find("/revision/" + kCommit) != std::string::npos;
    if (!known) return {.status = 404, .body = "{}"};
    Json siblings = Json::array();
    for (const auto& [path, bytes] : files) {
      Json entry = {{"rfilename", path}};
      if (states_sums && path == "model.safetensors") {
        const std::string sum =
            listed_sum_of_weights.empty() ? digest_of(DigestKind::sha256, bytes) : listed_sum_of_weights;
        entry["lfs"] = {{"sha256", sum}, {"size", bytes.size()}};
      } else if (states_sums) {
        entry["size"] = bytes.size();
        entry["blobId"] = git_name(bytes);
      }
      siblings.push_back(std::move(entry));
    }
    return {.body = to_text(
                Json{{"sha", kCommit}, {"tags", {"license:mit"}}, {"siblings", std::move(siblings)}})};
  }

  HttpServer server_;  // the last: it must end before what its threads use
};

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

  Hub hub_;
  test::TemporaryFolder models_;
};

TEST_F(PullHubModel, FetchesTheNeededFilesOfOneCommitAndRecordsIt) {
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(folder() / "model.safetensors"), hub_.files["model.safetensors"]);
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
  EXPECT_EQ(read_all(folder() / "tokenizer.json"), hub_.files["tokenizer.json"]);
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
  hub_.token = "right";
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

TEST_F(PullHubModel, GoesOnWhenTheConnectionDrops) {
  const std::string& weights = hub_.files["model.safetensors"];
  hub_.faults["model.safetensors"] = {.body = weights, .drop_after = 1000};
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
  hub_.listed_sum_of_weights = std::string(64, '7');
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr(std::string(64, '7')));
  EXPECT_THAT(error.what(), HasSubstr(digest_of(DigestKind::sha256, hub_.files["model.safetensors"])));
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(PullHubModel, RefusesAnAlteredSmallFileByItsGitName) {
  hub_.faults["tokenizer.json"] = {.body = R"({"model": 2})"};
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("tokenizer.json: git name is " + git_name(R"({"model": 2})")));
  EXPECT_THAT(error.what(), HasSubstr(git_name(R"({"model": 1})")));
  EXPECT_FALSE(std::filesystem::exists(folder()));
  EXPECT_EQ(pull(), PullOutcome::pulled);
}

TEST_F(PullHubModel, VerifiesByTheTagsOfFilesWhenTheListingHasNoSums) {
  hub_.states_sums = false;
  hub_.redirects = true;
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(folder() / "model.safetensors"), hub_.files["model.safetensors"]);
}

TEST_F(PullHubModel, RefusesAFileThatNothingVerifies) {
  hub_.states_sums = false;
  hub_.states_etags = false;
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("states no sum"));
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(PullHubModel, RefusesAModelWithoutWeightsThatCanBeRead) {
  hub_.files.erase("model.safetensors");
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
