#include "corpus/dataset_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "io/digest.h"
#include "tests/support/archives.h"
#include "tests/support/errors.h"
#include "tests/support/http_server.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::ArchiveFormat;
using test::error_of;
using test::HttpServer;
using test::Member;
using test::range_of;
using test::read_all;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A small set, its archive, and a descriptor that fits it.
class DatasetStoreTest : public testing::Test {
 protected:
  void archive_of(const std::vector<Member>& members) {
    archive_ = read_all(write_archive(folder_ / "made.zip", ArchiveFormat::zip, members));
    md5_ = digest_of(DigestKind::md5, archive_);
    dataset_ = {.name = "tiny", .md5 = md5_, .documents = 2, .judged_queries = 1};
  }
  void SetUp() override {
    archive_of({{"tiny/", "", test::MemberKind::folder},
                {"tiny/corpus.jsonl", "{\"_id\":\"d1\",\"text\":\"x\"}\n{\"_id\":\"d2\",\"text\":\"y\"}\n"},
                {"tiny/queries.jsonl", "{\"_id\":\"q1\",\"text\":\"a\"}\n"},
                {"tiny/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n"},
                {"tiny/README.txt", std::string(3000, 'r')}});
  }

  DatasetPull pull_from(const HttpServer& server) const {
    return {.data_folder = data(),
            .base_url = server.url("/sets"),
            .http = {.stall_timeout_ms = 200, .backoff_ms = 1}};
  }
  PullOutcome pull(const HttpServer& server) const {
    return pull_dataset(dataset_, pull_from(server), silent_);
  }
  std::filesystem::path data() const { return folder_ / "data"; }
  std::vector<std::string> names_in_data() const {
    std::vector<std::string> names;
    if (!std::filesystem::exists(data())) return names;
    for (const auto& entry : std::filesystem::directory_iterator(data()))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  test::TemporaryFolder folder_;
  std::string archive_;
  std::string md5_;
  DatasetDescriptor dataset_;
  const StepProgress silent_ = [](const std::string&) { return Progress(); };
};

TEST_F(DatasetStoreTest, PullsUnpacksRecordsAndIsThenLeftAlone) {
  const HttpServer server(test::serving(archive_));
  EXPECT_EQ(pull(server), PullOutcome::pulled);
  EXPECT_EQ(server.requests().at(0).target, "/sets/tiny.zip");
  EXPECT_THAT(names_in_data(), ElementsAre("tiny")) << "the archive is not kept";
  EXPECT_FALSE(std::filesystem::exists(data() / "tiny/README.txt")) << "only the collection is unpacked";
  EXPECT_THAT(read_all(data() / "tiny/marrow_source.json"),
              AllOf(HasSubstr("\"archive_md5\": \"" + md5_ + "\""), HasSubstr("/sets/tiny.zip"),
                    HasSubstr("\"qrels/test.tsv\": \"")));
  EXPECT_EQ(pull(server), PullOutcome::already_there);
  EXPECT_EQ(server.requests().size(), 1U);

  const DatasetCheck check = check_dataset(Collection::open(data() / "tiny"), &dataset_, silent_);
  EXPECT_THAT(check.problems, IsEmpty());
  EXPECT_TRUE(check.has_record);
  EXPECT_EQ(check.counts.documents, 2U);
  EXPECT_EQ(check.data_hash, Collection::open(data() / "tiny").data_hash());
}

TEST_F(DatasetStoreTest, EveryFaultOfTheWayEndsWholeOrNotAtAll) {
  const HttpServer dropping([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, archive_);
    if (answer.body.size() > 300) answer.drop_after = 300;
    return answer;
  });
  EXPECT_EQ(pull(dropping), PullOutcome::pulled);
  std::filesystem::remove_all(data());

  bool first = true;
  const HttpServer stalling([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, archive_);
    if (std::exchange(first, false)) answer.stall_after = 100;
    return answer;
  });
  EXPECT_EQ(pull(stalling), PullOutcome::pulled);
  std::filesystem::remove_all(data());

  const HttpServer slow([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, archive_);
    answer.slow_piece = 100;
    return answer;
  });
  EXPECT_EQ(pull(slow), PullOutcome::pulled);
}

TEST_F(DatasetStoreTest, ATruncatedOrAlteredArchiveFailsWithBothSumsAndTouchesNothing) {
  std::string altered = archive_;
  altered[altered.size() / 2] = static_cast<char>(altered[altered.size() / 2] ^ 1);
  folder_.write("data/other/corpus.jsonl", "good");
  for (const std::string& content : {archive_.substr(0, archive_.size() / 2), altered}) {
    const HttpServer server(test::serving_without_ranges(content));
    const Error error = error_of([&] { pull(server); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("MD5 " + digest_of(DigestKind::md5, content)),
                                    HasSubstr("expected " + md5_)));
    EXPECT_THAT(names_in_data(), ElementsAre("other"));
  }
  EXPECT_EQ(read_all(data() / "other/corpus.jsonl"), "good");
}

TEST_F(DatasetStoreTest, AnUnpackingThatWasInterruptedStartsFromTheArchive) {
  const HttpServer server(test::serving(archive_));
  const StepProgress interrupting = [](const std::string& step) -> Progress {
    if (step != "unpacking tiny") return {};
    return [](std::size_t, std::size_t) { throw Interrupted(); };
  };
  EXPECT_THROW(pull_dataset(dataset_, pull_from(server), interrupting), Interrupted);
  EXPECT_THAT(names_in_data(), ElementsAre("tiny.zip"));
  EXPECT_EQ(pull(server), PullOutcome::pulled);
  EXPECT_EQ(server.requests().size(), 1U) << "what was fetched is not fetched again";
}

TEST_F(DatasetStoreTest, AnArchiveThatIsNoCollectionIsRefused) {
  for (const std::string missing : {"tiny/corpus.jsonl", "tiny/queries.jsonl", "tiny/qrels/test.tsv"}) {
    std::vector<Member> members;
    for (const std::string name : {"tiny/corpus.jsonl", "tiny/queries.jsonl", "tiny/qrels/test.tsv"}) {
      if (name != missing) members.push_back({name, ""});
    }
    archive_of(members);
    const HttpServer server(test::serving(archive_));
    EXPECT_THROW(pull(server), Error) << missing;
    EXPECT_THAT(names_in_data(), ElementsAre("tiny.zip"));
    std::filesystem::remove_all(data());
  }
}

TEST_F(DatasetStoreTest, AMissingArchiveIsTold) {
  const HttpServer server([](const HttpServer::Request&) { return HttpServer::Answer{.status = 404}; });
  EXPECT_EQ(error_of([&] { pull(server); }).code(), ErrorCode::not_found);
}

TEST_F(DatasetStoreTest, CheckingFindsWhatWasChangedSinceThePull) {
  const HttpServer server(test::serving(archive_));
  pull(server);
  const auto problems = [&] {
    return check_dataset(Collection::open(data() / "tiny"), &dataset_, silent_).problems;
  };
  folder_.write("data/tiny/corpus.jsonl", "{\"_id\":\"d1\",\"text\":\"x\"}\n");
  EXPECT_THAT(problems(),
              ElementsAre("documents: found 1, expected 2",
                          AllOf(HasSubstr("corpus.jsonl` has SHA-256 "), HasSubstr(", was pulled with "))));
  folder_.write("data/tiny/corpus.jsonl",
                "{\"_id\":\"d2\",\"text\":\"x\"}\n{\"_id\":\"d3\",\"text\":\"x\"}\n");
  folder_.write("data/tiny/queries.jsonl", "");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("resolve to nothing: 1 documents, 1 queries, document `d1`, query `q1`"),
                          "judged queries of the test split: found 0, expected 1", HasSubstr("corpus.jsonl"),
                          HasSubstr("queries.jsonl")));
  std::filesystem::remove(data() / "tiny/queries.jsonl");
  EXPECT_THAT(problems(), testing::Contains("`queries.jsonl` is missing"));
}

TEST_F(DatasetStoreTest, AFolderThatWasNotPulledIsCheckedWithoutARecord) {
  folder_.write("data/mine/documents.jsonl", "{\"doc_id\":\"d1\",\"content\":\"x\"}\n");
  const DatasetCheck check = check_dataset(Collection::open(data() / "mine"), nullptr, silent_);
  EXPECT_FALSE(check.has_record);
  EXPECT_THAT(check.problems, IsEmpty());
  EXPECT_EQ(check.counts.documents, 1U);
}

TEST_F(DatasetStoreTest, ARecordThatIsNoneIsABadInput) {
  folder_.write("data/mine/corpus.jsonl", "");
  for (const std::string record : {"{}", "[]", "{\"sha256\":[]}", "{"}) {
    folder_.write("data/mine/marrow_source.json", record);
    EXPECT_EQ(error_of([&] { check_dataset(Collection::open(data() / "mine"), nullptr, silent_); }).code(),
              ErrorCode::bad_input);
  }
  folder_.write("data/mine/marrow_source.json", R"({"sha256":{"../../etc/passwd":"0"}})");
  EXPECT_THAT(check_dataset(Collection::open(data() / "mine"), nullptr, silent_).problems,
              ElementsAre("`../../etc/passwd` is missing"));
}

}  // namespace
}  // namespace marrow
