#include "io/download.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>

#include "tests/support/errors.h"
#include "tests/support/http_server.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::HttpServer;
using test::range_of;
using test::read_all;
using testing::AllOf;
using testing::HasSubstr;

std::string some_content() {
  std::string content;
  for (int i = 0; i < 20'000; ++i) content += std::to_string(i) + ' ';
  return content;
}

class DownloadTest : public testing::Test {
 protected:
  Download wanted(const HttpServer& server) const {
    return {.url = server.url("/set.zip?key=s3cret"),
            .path = folder_ / "cache/set.zip",
            .digest = digest_of(DigestKind::sha256, content_)};
  }
  std::filesystem::path path() const { return folder_ / "cache/set.zip"; }
  std::filesystem::path partial() const { return folder_ / "cache/set.zip.partial"; }

  test::TemporaryFolder folder_;
  std::string content_ = some_content();
  HttpClient client_{{.stall_timeout_ms = 200, .backoff_ms = 1}};
};

TEST_F(DownloadTest, AWholeFileIsFetchedOnceAndThenLeftAlone) {
  const HttpServer server(test::serving(content_));
  std::size_t last = 0;
  EXPECT_EQ(fetch(client_, wanted(server), [&](std::size_t done, std::size_t) { last = done; }),
            DownloadOutcome::fetched);
  EXPECT_EQ(read_all(path()), content_);
  EXPECT_EQ(last, content_.size());
  EXPECT_FALSE(std::filesystem::exists(partial()));
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::already_there);
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(DownloadTest, GoesOnWhereAnEarlierCallEnded) {
  folder_.write("cache/set.zip.partial", content_.substr(0, 1000));
  const HttpServer server(test::serving(content_));
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::resumed);
  EXPECT_EQ(read_all(path()), content_);
  EXPECT_EQ(server.requests().at(0).headers.at("range"), "bytes=1000-");
}

TEST_F(DownloadTest, APartialFileThatIsWholeAlreadyIsTaken) {
  folder_.write("cache/set.zip.partial", content_);
  const HttpServer server(test::serving(content_));
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::resumed);
  EXPECT_EQ(read_all(path()), content_);
}

TEST_F(DownloadTest, APartialFileLongerThanTheWholeStartsAgain) {
  folder_.write("cache/set.zip.partial", content_ + "more");
  const HttpServer server(test::serving(content_));
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::fetched);
  EXPECT_EQ(read_all(path()), content_);
}

TEST_F(DownloadTest, AServerWithoutRangesSendsAllAgain) {
  folder_.write("cache/set.zip.partial", content_.substr(0, 1000));
  const HttpServer server(test::serving_without_ranges(content_));
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::fetched);
  EXPECT_EQ(read_all(path()), content_);
}

TEST_F(DownloadTest, APartialFileOfAnotherVersionIsFetchedOnceMoreFromTheStart) {
  folder_.write("cache/set.zip.partial", std::string(1000, '?'));
  const HttpServer server(test::serving(content_));
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::fetched);
  EXPECT_EQ(read_all(path()), content_);
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST_F(DownloadTest, DroppedConnectionsAreContinuedAsLongAsSomethingNewComes) {
  const HttpServer server([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, content_);
    if (answer.body.size() > 10'000) answer.drop_after = 10'000;
    return answer;
  });
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::resumed);
  EXPECT_EQ(read_all(path()), content_);
  EXPECT_GT(server.requests().size(), 9U) << "more drops than tries in vain are allowed";
}

TEST_F(DownloadTest, AConnectionThatStallsIsContinued) {
  auto first = std::make_shared<std::atomic<bool>>(true);
  const HttpServer server([&, first](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, content_);
    if (first->exchange(false)) answer.stall_after = 5000;
    return answer;
  });
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::resumed);
  EXPECT_EQ(read_all(path()), content_);
  EXPECT_EQ(server.requests().at(1).headers.at("range"), "bytes=5000-");
}

TEST_F(DownloadTest, ASlowServerIsWaitedFor) {
  const HttpServer server([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, content_);
    answer.slow_piece = 5000;
    return answer;
  });
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::fetched);
}

TEST_F(DownloadTest, ConnectionsThatAlwaysDropAtTheSamePlaceAreGivenUpAndWhatCameIsKept) {
  const HttpServer server([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, content_);
    answer.drop_after = request.headers.contains("range") ? 0 : 7000;
    return answer;
  });
  const Error error = error_of([&] { fetch(client_, wanted(server)); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("7000 bytes are kept, the next call goes on from there"));
  EXPECT_EQ(read_all(partial()), content_.substr(0, 7000));
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(DownloadTest, AServerWithoutRangesThatAlwaysDropsIsGivenUp) {
  const HttpServer server(
      [&](const HttpServer::Request&) { return HttpServer::Answer{.body = content_, .drop_after = 7000}; });
  EXPECT_EQ(error_of([&] { fetch(client_, wanted(server)); }).code(), ErrorCode::io);
  EXPECT_LE(server.requests().size(), 6U);
}

TEST_F(DownloadTest, AnAlteredFileFailsWithBothSumsAndDeletesNothingThatWasGood) {
  folder_.write("cache/set.zip", "an earlier version");
  folder_.write("cache/neighbour", "untouched");
  std::string altered = content_;
  altered[500] = '?';
  const HttpServer server(test::serving(altered));
  const Error error = error_of([&] { fetch(client_, wanted(server)); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), AllOf(HasSubstr(digest_of(DigestKind::sha256, altered)),
                                  HasSubstr("expected " + digest_of(DigestKind::sha256, content_)),
                                  HasSubstr("/set.zip: what came has SHA-256")));
  EXPECT_EQ(read_all(path()), "an earlier version");
  EXPECT_EQ(read_all(folder_ / "cache/neighbour"), "untouched");
  EXPECT_FALSE(std::filesystem::exists(partial())) << "else the next call would go on with bad bytes";
}

TEST_F(DownloadTest, AFileCutShortByTheServerFailsEvenWithoutAKnownDigest) {
  const HttpServer server(test::serving_without_ranges(content_.substr(0, 5000)));
  Download download = wanted(server);
  EXPECT_THAT(error_of([&] { fetch(client_, download); }).what(), HasSubstr("expected " + download.digest));
  download.digest.clear();
  download.bytes = content_.size();
  EXPECT_THAT(error_of([&] { fetch(client_, download); }).what(),
              HasSubstr("5000 bytes, expected " + std::to_string(content_.size())));
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(DownloadTest, PiecesThatNeverFitAreFetchedTwiceAtMost) {
  folder_.write("cache/set.zip.partial", "???");
  const HttpServer server([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, std::string(content_.size(), 'x'));
    if (!request.headers.contains("range")) answer.drop_after = 100;
    return answer;
  });
  EXPECT_EQ(error_of([&] { fetch(client_, wanted(server)); }).code(), ErrorCode::bad_input);
  EXPECT_LE(server.requests().size(), 4U);
}

TEST_F(DownloadTest, RangesFromAnotherPlaceAreRefused) {
  folder_.write("cache/set.zip.partial", content_.substr(0, 1000));
  const HttpServer server([&](const HttpServer::Request&) {
    return HttpServer::Answer{
        .status = 206, .headers = {{"Content-Range", "bytes 900-1000/2000"}}, .body = "x"};
  });
  EXPECT_THAT(error_of([&] { fetch(client_, wanted(server)); }).what(),
              HasSubstr("asked for the bytes from 1000 on, the server sent those from 900 on"));
}

TEST_F(DownloadTest, MissingAndForbiddenFilesAreTold) {
  const HttpServer missing(
      [](const HttpServer::Request&) { return HttpServer::Answer{.status = 404, .body = "no"}; });
  const Error error = error_of([&] { fetch(client_, wanted(missing)); });
  EXPECT_EQ(error.code(), ErrorCode::not_found);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/set.zip: the server answered with status 404"),
                                  testing::Not(HasSubstr("s3cret"))));
  const HttpServer forbidden([](const HttpServer::Request&) { return HttpServer::Answer{.status = 403}; });
  EXPECT_EQ(error_of([&] { fetch(client_, wanted(forbidden)); }).code(), ErrorCode::io);
}

TEST_F(DownloadTest, MoreThanTheLimitIsNotStored) {
  const HttpServer server(test::serving(content_));
  Download download = wanted(server);
  download.max_bytes = 1000;
  EXPECT_THAT(error_of([&] { fetch(client_, download); }).what(),
              HasSubstr("longer than 1000 bytes, the limit"));
  EXPECT_FALSE(std::filesystem::exists(partial()));
}

TEST_F(DownloadTest, AnEmptyFileIsAFile) {
  const HttpServer server(test::serving(""));
  Download download = wanted(server);
  download.digest = digest_of(DigestKind::sha256, "");
  EXPECT_EQ(fetch(client_, download), DownloadOutcome::fetched);
  EXPECT_EQ(read_all(path()), "");
}

TEST_F(DownloadTest, InterruptingKeepsWhatCameForTheNextCall) {
  const HttpServer server([&](const HttpServer::Request& request) {
    HttpServer::Answer answer = range_of(request, content_);
    answer.slow_piece = 5000;
    return answer;
  });
  const Progress interrupting = [](std::size_t done, std::size_t) {
    if (done >= 20'000) throw Interrupted();
  };
  EXPECT_THROW(fetch(client_, wanted(server), interrupting), Interrupted);
  EXPECT_GE(std::filesystem::file_size(partial()), 20'000U);
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::resumed);
  EXPECT_EQ(read_all(path()), content_);
}

TEST_F(DownloadTest, TwoProcessesDoNotWriteOneFile) {
  const HttpServer server(test::serving(content_));
  const int descriptor = ::open(folder_.write("cache/set.zip.partial", "").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(descriptor, LOCK_EX), 0);
  EXPECT_THAT(error_of([&] { fetch(client_, wanted(server)); }).what(),
              HasSubstr("another process is downloading it"));
  ::close(descriptor);
  EXPECT_EQ(fetch(client_, wanted(server)), DownloadOutcome::fetched);
}

TEST_F(DownloadTest, AFolderThatCannotBeMadeIsAnIoError) {
  const HttpServer server(test::serving(content_));
  folder_.write("cache", "a file stands where the folder should");
  EXPECT_EQ(error_of([&] { fetch(client_, wanted(server)); }).code(), ErrorCode::io);
}

TEST_F(DownloadTest, ADigestThatIsNoneIsRefused) {
  for (const std::string& digest : {std::string("abc"), std::string("ABCD"), std::string(64, 'g')}) {
    const Download download{.url = "http://127.0.0.1/", .path = path(), .digest = digest};
    EXPECT_EQ(error_of([&] { fetch(client_, download); }).code(), ErrorCode::invalid_argument);
  }
  const Download nowhere{.url = "http://127.0.0.1/"};
  EXPECT_EQ(error_of([&] { fetch(client_, nowhere); }).code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace marrow
