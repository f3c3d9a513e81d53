#include "models/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "io/digest.h"
#include "io/json.h"
#include "marrow/error.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;

const PinnedFile& file_of(const NamedModel& model, const std::string& path) {
  const auto found = std::find_if(model.files.begin(), model.files.end(),
                                  [&](const PinnedFile& file) { return file.path == path; });
  if (found == model.files.end()) throw Error(ErrorCode::not_found, path);
  return *found;
}

TEST(NamedModels, CanEachBeWhatTheyAreSaidToBe) {
  for (const NamedModel& model : named_models()) EXPECT_NO_THROW(check_model(model)) << model.known.name;
}

TEST(NamedModels, HaveNamesAndAliasesThatMeanOneModelOnly) {
  const std::vector<NamedModel> models = named_models();
  std::set<std::string> seen;
  for (const NamedModel& model : models) {
    std::vector<std::string> names = model.known.aliases;
    names.push_back(model.known.name);
    for (const std::string& name : names) {
      EXPECT_TRUE(seen.insert(name).second) << name << " stands twice";
      EXPECT_EQ(find_model(models, name), &model) << name;
    }
  }
}

TEST(NamedModels, AreFoundByTheHubsSpellingsWhateverTheCase) {
  const std::vector<NamedModel> models = named_models();
  const auto name_found = [&](std::string_view name) {
    const NamedModel* const model = find_model(models, name);
    return model == nullptr ? std::string("nothing") : model->known.name;
  };
  EXPECT_EQ(name_found("sentence-transformers/all-MiniLM-L6-v2"), "all-MiniLM-L6-v2");
  EXPECT_EQ(name_found("baai/bge-small-en-v1.5"), "bge-small-en-v1.5");
  EXPECT_EQ(name_found("rasyosef/splade-tiny"), "SPLADE-tiny");
  EXPECT_EQ(name_found("splade-tiny"), "SPLADE-tiny");
  EXPECT_EQ(name_found("cross-encoder/ms-marco-MiniLM-L-12-v2"), "ms-marco-MiniLM-L12-v2");
  EXPECT_EQ(name_found("cross-encoder/ms-marco-MiniLM-L12-v2"), "ms-marco-MiniLM-L12-v2");
  EXPECT_EQ(name_found("all-MiniLM-L6"), "nothing");
  EXPECT_EQ(name_found(""), "nothing");
}

TEST(NamedModels, AreTheKnownModelsInTheSameOrder) {
  const std::vector<NamedModel> models = named_models();
  const std::vector<KnownModel> known = known_models();
  ASSERT_EQ(known.size(), models.size());
  for (std::size_t i = 0; i < known.size(); ++i) EXPECT_EQ(known[i].name, models[i].known.name);
  EXPECT_EQ(known.front().name, "bge-small-en-v1.5") << "the default dense model comes first";
}

TEST(NamedModels, NeverKeepAPickle) {
  for (const NamedModel& model : named_models()) {
    for (const PinnedFile& file : model.files) {
      for (const char* const pickle : {".pt", ".bin", ".pkl", ".pickle", ".joblib", ".ckpt"}) {
        EXPECT_FALSE(file.path.ends_with(pickle)) << file.path;
        EXPECT_FALSE(file.origin == FileOrigin::package && file.source.ends_with(pickle)) << file.source;
      }
    }
  }
}

TEST(NamedModels, WriteJsonThatParses) {
  for (const NamedModel& model : named_models()) {
    for (const PinnedFile& file : model.files) {
      if (file.origin != FileOrigin::content || !file.path.ends_with(".json")) continue;
      EXPECT_NO_THROW(parse_json(file.source, model.known.name + '/' + file.path));
    }
  }
}

TEST(NamedModels, GiveBgeItsInstructionAndItsClassificationTokenPooling) {
  const std::vector<NamedModel> models = named_models();
  const NamedModel& bge = *find_model(models, "bge-small-en-v1.5");
  const Json prompts =
      parse_json(file_of(bge, "config_sentence_transformers.json").source, "prompts")["prompts"];
  EXPECT_EQ(prompts["query"], "Represent this sentence for searching relevant passages: ");
  EXPECT_EQ(prompts["document"], "");
  const Json pooling = parse_json(file_of(bge, "1_Pooling/config.json").source, "pooling");
  EXPECT_EQ(pooling["pooling_mode_cls_token"], true);
  EXPECT_EQ(pooling["pooling_mode_mean_tokens"], false);
}

TEST(NamedModels, AreNamedByTheirRole) {
  EXPECT_EQ(name_of(ModelRole::dense), "dense");
  EXPECT_EQ(name_of(ModelRole::sparse), "sparse");
  EXPECT_EQ(name_of(ModelRole::reranker), "reranker");
}

/// A model that check_model accepts.
NamedModel sound_model() {
  NamedModel model;
  model.known = {"tiny", {}, ModelRole::dense, "MIT"};
  model.packages = {{PackageKind::pypi, "tiny", "1.0", "tiny-1.0.whl", std::string(64, '0'), 1, "MIT"}};
  const std::string text = "{}";
  model.files = {
      {"config.json", FileOrigin::content, text, 0, digest_of(DigestKind::sha256, text), text.size()},
      {"tokenizer.json", FileOrigin::package, "in/tokenizer.json", 0, std::string(64, 'a'), 10},
      {"vocab.txt", FileOrigin::vocabulary, "tokenizer.json", 0, std::string(64, 'b'), 10}};
  return model;
}

struct Fault {
  const char* what;
  std::function<void(NamedModel&)> make;
  const char* message;
};

TEST(CheckModel, NamesTheModelAndWhatIsWrongWithIt) {
  EXPECT_NO_THROW(check_model(sound_model()));
  const std::vector<Fault> faults = {
      {"name", [](NamedModel& m) { m.known.name = "../x"; }, "no folder name"},
      {"licence", [](NamedModel& m) { m.known.licence.clear(); }, "licence"},
      {"package sum", [](NamedModel& m) { m.packages[0].sha256 = "12"; }, "not a sha256"},
      {"package file", [](NamedModel& m) { m.packages[0].file_name = "/x"; }, "bad package file"},
      {"package size", [](NamedModel& m) { m.packages[0].bytes = 0; }, "size"},
      {"package version", [](NamedModel& m) { m.packages[0].version.clear(); }, "no name or version"},
      {"Maven name", [](NamedModel& m) { m.packages[0].kind = PackageKind::maven; }, "group:artifact"},
      {"path", [](NamedModel& m) { m.files[1].path = "a/../b"; }, "safe relative path"},
      {"twice", [](NamedModel& m) { m.files[1].path = "config.json"; }, "stands twice"},
      {"sum", [](NamedModel& m) { m.files[1].sha256[3] = 'G'; }, "not a sha256"},
      {"size", [](NamedModel& m) { m.files[1].bytes = 0; }, "size"},
      {"source", [](NamedModel& m) { m.files[1].source.clear(); }, "source"},
      {"derived", [](NamedModel& m) { m.files[2].source = "other"; }, "no earlier file"},
      {"package", [](NamedModel& m) { m.files[1].package = 1; }, "no package 1"},
      {"content", [](NamedModel& m) { m.files[0].source = "[]"; }, "content"},
      {"configuration", [](NamedModel& m) { m.files.erase(m.files.begin()); }, "config.json is missing"},
      {"tokenizer", [](NamedModel& m) { m.files.resize(1); }, "tokenizer is missing"},
  };
  for (const Fault& fault : faults) {
    NamedModel model = sound_model();
    fault.make(model);
    const Error error = error_of([&] { check_model(model); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << fault.what;
    EXPECT_THAT(error.what(), testing::HasSubstr(fault.message)) << fault.what;
    EXPECT_THAT(error.what(), testing::HasSubstr(model.known.name)) << fault.what;
  }
}

}  // namespace
}  // namespace marrow
