#include "models/hub_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "marrow/error.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kCommit(40, 'c');
const std::string kBlob(40, 'b');
const std::string kSum(64, 'a');

/// A listing whose siblings are `siblings`.
std::string listing_of(const std::string& siblings) {
  return R"({"sha": ")" + kCommit + R"(", "tags": ["pytorch", "license:mit", "en"], "siblings": [)" +
         siblings + "]}";
}

HubListing files_called(const std::vector<std::string>& paths) {
  HubListing listing{kCommit, "mit", {}};
  for (const std::string& path : paths) listing.files.push_back({path, 1, HubSum::git_blob, kBlob});
  return listing;
}

std::vector<std::string> needed_of(const std::vector<std::string>& paths) {
  std::vector<std::string> needed;
  for (const HubFile& file : needed_files(files_called(paths), "owner/name")) needed.push_back(file.path);
  return needed;
}

TEST(HubListing, GivesTheCommitTheLicenceAndEachFilesSum) {
  const HubListing listing =
      parse_hub_listing(listing_of(R"({"rfilename": "config.json", "size": 7, "blobId": ")" + kBlob + R"("},
                    {"rfilename": "model.safetensors", "size": 130, "blobId": ")" +
                                   kBlob + R"(",
                     "lfs": {"sha256": ")" +
                                   kSum + R"(", "size": 1000, "pointerSize": 130}},
                    {"rfilename": "plain"})"),
                        "listing");
  EXPECT_EQ(listing.commit, kCommit);
  EXPECT_EQ(listing.licence, "mit");
  EXPECT_THAT(listing.files, ElementsAre(HubFile{"config.json", 7, HubSum::git_blob, kBlob},
                                         HubFile{"model.safetensors", 1000, HubSum::sha256, kSum},
                                         HubFile{"plain", std::nullopt, HubSum::none, ""}));
}

TEST(HubListing, SaysWhenThereIsNoLicenceTag) {
  EXPECT_EQ(parse_hub_listing(R"({"sha": ")" + kCommit + R"(", "siblings": []})", "listing").licence,
            "no licence tag");
  EXPECT_EQ(
      parse_hub_listing(R"({"sha": ")" + kCommit + R"(", "tags": ["x"], "siblings": []})", "listing").licence,
      "no licence tag");
}

TEST(HubListing, LeavesOutNamesThatCouldLeaveTheFolder) {
  const HubListing listing = parse_hub_listing(
      listing_of(R"({"rfilename": "../../etc/passwd"}, {"rfilename": "/abs"}, {"rfilename": "a"})"), "l");
  ASSERT_EQ(listing.files.size(), 1U);
  EXPECT_EQ(listing.files[0].path, "a");
}

TEST(HubListing, RefusesWhatIsNoListingAndNamesTheMember) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[]", "expected an object"},
      {"{}", "expected a member `sha`"},
      {R"({"sha": "main", "siblings": []})", "sha: expected a commit, got"},
      {R"({"sha": ")" + kCommit + R"("})", "expected a member `siblings`"},
      {listing_of("3"), "siblings[0]: expected an object"},
      {listing_of("{}"), "expected a member `rfilename`"},
      {listing_of(R"({"rfilename": "a", "lfs": {"sha256": "12"}})"),
       "siblings[0].lfs.sha256: expected a sha256, got"},
      {listing_of(R"({"rfilename": "a"}, {"rfilename": "a"})"),
       "siblings[1].rfilename: expected a name that stands once"},
      {listing_of(R"({"rfilename": "a", "blobId": "12"})"), "siblings[0].blobId: expected a git name, got"},
      {listing_of(R"({"rfilename": "a", "size": -1})"), "siblings[0].size: expected a whole number"},
      {"<html>", "not JSON"},
  };
  for (const auto& [text, message] : cases) {
    const Error error = error_of([&, t = text] { parse_hub_listing(t, "the answer"); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input) << text;
    EXPECT_THAT(error.what(), HasSubstr(message)) << text;
    EXPECT_THAT(error.what(), HasSubstr("the answer")) << text;
  }
}

TEST(NeededFiles, AreConfigurationTokenizerModulesAndOneFormOfTheWeights) {
  EXPECT_THAT(needed_of({".gitattributes", "1_Pooling/config.json", "2_Dense/model.safetensors", "README.md",
                         "config.json", "model.safetensors", "modules.json", "onnx/model.onnx",
                         "onnx/model_O4.onnx", "openvino/openvino_model.bin", "pytorch_model.bin",
                         "rust_model.ot", "tf_model.h5", "tokenizer.json", "train_script.py", "vocab.txt"}),
              ElementsAre("1_Pooling/config.json", "2_Dense/model.safetensors", "README.md", "config.json",
                          "modules.json", "tokenizer.json", "vocab.txt", "model.safetensors"));
}

TEST(NeededFiles, TakeAnOnnxFileAndItsDataWhereThereAreNoSafetensors) {
  EXPECT_THAT(needed_of({"config.json", "onnx/model.onnx", "onnx/model.onnx_data"}),
              ElementsAre("config.json", "onnx/model.onnx", "onnx/model.onnx_data"));
  EXPECT_THAT(needed_of({"config.json", "model.onnx", "onnx/model.onnx"}),
              ElementsAre("config.json", "model.onnx"));
}

TEST(NeededFiles, NeverTakeFilesThatOnlyLookLikeModules) {
  EXPECT_THAT(needed_of({"config.json", "model.safetensors", "_x/config.json", "1_/config.json",
                         "1x_P/config.json", "1_P/code.py", "1_P/x/config.json", "P/config.json"}),
              ElementsAre("config.json", "model.safetensors"));
}

TEST(NeededFiles, RefuseARepositoryWithoutConfigurationOrWithPickledWeightsOnly) {
  const Error no_configuration = error_of([] { needed_of({"model.safetensors"}); });
  EXPECT_EQ(no_configuration.code(), ErrorCode::bad_input);
  EXPECT_THAT(no_configuration.what(), HasSubstr("owner/name: it has no config.json"));
  const Error pickle = error_of([] { needed_of({"config.json", "pytorch_model.bin"}); });
  EXPECT_EQ(pickle.code(), ErrorCode::bad_input);
  EXPECT_THAT(pickle.what(), HasSubstr("pickled weights are never loaded"));
}

TEST(Etag, GivesTheSumItHolds) {
  const auto sum_of = [](const std::string& etag) {
    HubFile file{"f", std::nullopt, HubSum::none, {}};
    set_sum_from_etag(file, etag);
    return file;
  };
  EXPECT_EQ(sum_of('"' + kSum + '"').kind, HubSum::sha256);
  EXPECT_EQ(sum_of('"' + kSum + '"').sum, kSum);
  EXPECT_EQ(sum_of("W/\"" + kBlob + '"').kind, HubSum::git_blob);
  for (const std::string& etag :
       {std::string(), std::string("\""), kSum, "\"abc\"" + std::string(), "\"" + kSum}) {
    EXPECT_EQ(sum_of(etag).kind, HubSum::none) << etag;
  }
}

}  // namespace
}  // namespace marrow
