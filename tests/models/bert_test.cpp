#include "models/bert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/models/tiny_bert.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using test::tiny_config;
using test::tiny_weights;
using ::testing::HasSubstr;

Graph build(const ModelConfig& config, Weights::Map tensors, Head head) {
  return build_bert(config, Weights("model.safetensors", std::move(tensors)), head);
}

std::string refusal_of(const ModelConfig& config, Weights::Map tensors, Head head) {
  const Error error = error_of([&] { build(config, std::move(tensors), head); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  return error.what();
}

std::size_t count_of(const Graph& graph, Operation operation) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.nodes(), [&](const Node& node) { return node.operation == operation; }));
}

TEST(Bert, EachHeadHasItsKindAndWidth) {
  const ModelConfig masked = tiny_config("BertForMaskedLM");
  const Weights::Map weights = tiny_weights(masked);
  EXPECT_EQ(build(masked, weights, Head::token_states).output_kind(), OutputKind::token_states);
  EXPECT_EQ(build(masked, weights, Head::first_token).output_kind(), OutputKind::text_rows);
  EXPECT_EQ(build(masked, weights, Head::first_token).width(), 8U);
  EXPECT_EQ(build(masked, weights, Head::vocabulary).width(), 37U);
  EXPECT_EQ(build(tiny_config("BertForSequenceClassification"), weights, Head::pair_logit).width(), 1U);
  const InputLimits limits = build(masked, weights, Head::token_states).limits();
  EXPECT_EQ(limits.length, 9U);
  EXPECT_EQ(limits.vocabulary, 37U);
  EXPECT_EQ(limits.types, 2U);
}

TEST(Bert, AHeadThatTheArchitectureLacksIsRefused) {
  const Weights::Map weights = tiny_weights(tiny_config());
  EXPECT_THAT(refusal_of(tiny_config("BertModel"), weights, Head::vocabulary),
              HasSubstr("the model is a BertModel, expected BertForMaskedLM"));
  EXPECT_THAT(refusal_of(tiny_config("BertModel"), weights, Head::pair_logit),
              HasSubstr("expected BertForSequenceClassification"));
  ModelConfig two_labels = tiny_config("BertForSequenceClassification");
  two_labels.label_count = 2;
  EXPECT_THAT(refusal_of(two_labels, weights, Head::pair_logit),
              HasSubstr("with 2 labels, expected 1: a pair has one score"));
}

TEST(Bert, EveryTensorIsNamedWhenItIsMissing) {
  const ModelConfig config = tiny_config("BertForMaskedLM");
  const Weights::Map all = tiny_weights(config);
  for (const auto& [name, tensor] : all) {
    const bool unused = name.starts_with("pooler") || name.starts_with("classifier");
    Weights::Map rest = all;
    rest.erase(name);
    if (unused) {
      EXPECT_NO_THROW(build(config, rest, Head::vocabulary)) << name;
    } else if (name == "cls.predictions.bias") {
      EXPECT_THAT(refusal_of(config, rest, Head::vocabulary), HasSubstr("`cls.predictions.decoder.bias`"));
    } else {
      EXPECT_EQ(refusal_of(config, rest, Head::vocabulary),
                "model.safetensors: has no tensor `" + name + '`');
    }
  }
}

TEST(Bert, EveryTensorIsNamedWhenItsShapeIsAnother) {
  const ModelConfig config = tiny_config("BertForMaskedLM");
  const Weights::Map all = tiny_weights(config);
  for (const auto& [name, tensor] : all) {
    if (name.starts_with("pooler") || name.starts_with("classifier")) continue;
    Weights::Map wrong = all;
    wrong[name] = make_tensor({3}, {1, 2, 3});
    EXPECT_THAT(refusal_of(config, wrong, Head::vocabulary),
                HasSubstr("tensor `" + name + "` has the shape [3], expected " + to_text(tensor.shape)));
  }
}

TEST(Bert, TaskPrefixesAndOldLayerNormNamesAreUnderstood) {
  const ModelConfig config = tiny_config("BertForMaskedLM");
  Weights::Map renamed;
  for (const auto& [name, tensor] : tiny_weights(config)) {
    std::string old = name;
    const std::size_t at = old.find("LayerNorm.");
    if (at != std::string::npos)
      old.replace(at, std::string::npos, old.ends_with("weight") ? "LayerNorm.gamma" : "LayerNorm.beta");
    renamed.emplace(old.starts_with("cls") ? old : "bert." + old, tensor);
  }
  EXPECT_EQ(build(config, renamed, Head::vocabulary).width(), 37U);
}

TEST(Bert, TwoTensorsThatMeanTheSameAreRefused) {
  Weights::Map weights = tiny_weights(tiny_config());
  weights.emplace("bert.pooler.dense.bias", weights.at("pooler.dense.bias"));
  EXPECT_THAT(refusal_of(tiny_config(), weights, Head::token_states),
              HasSubstr("two tensors are called `pooler.dense.bias`"));
}

TEST(Bert, ATiedDecoderSharesTheWordTablesBytes) {
  const ModelConfig config = tiny_config("BertForMaskedLM");
  const Weights::Map weights = tiny_weights(config);
  const auto table = weights.at("embeddings.word_embeddings.weight").bytes;
  const Graph graph = build(config, weights, Head::vocabulary);
  std::size_t rows = 0;
  for (const Node& node : graph.nodes()) {
    if (node.operation != Operation::max_over_length) continue;
    const Node& product = graph.nodes()[index_of(node.inputs[0])];
    const Node& slice = graph.nodes()[index_of(product.inputs[1])];
    EXPECT_EQ(slice.weight.bytes.data(), table.data() + rows * 8 * sizeof(float));
    rows += slice.weight.shape[0];
  }
  EXPECT_EQ(rows, 37U);
}

TEST(Bert, AnUntiedDecoderIsReadFromItsOwnTensor) {
  ModelConfig config = tiny_config("BertForMaskedLM");
  config.tied_decoder = false;
  Weights::Map weights = tiny_weights(config);
  EXPECT_THAT(refusal_of(config, weights, Head::vocabulary), HasSubstr("`cls.predictions.decoder.weight`"));
  weights.emplace("cls.predictions.decoder.weight", weights.at("embeddings.word_embeddings.weight"));
  EXPECT_EQ(build(config, weights, Head::vocabulary).width(), 37U);
}

TEST(Bert, TheWholeTensorOfLogitsNeverExists) {
  ModelConfig config = tiny_config("BertForMaskedLM");
  config.vocabulary_size = 3000;
  const Graph graph = build(config, tiny_weights(config), Head::vocabulary);
  EXPECT_EQ(count_of(graph, Operation::max_over_length), 30U);
  for (const Node& node : graph.nodes()) {
    EXPECT_TRUE(node.shape.size() != 3 || node.shape[2].size <= 100) << to_text(node.shape);
  }
}

TEST(Bert, AHeadOfTheFirstTokenComputesNothingElseInTheLastLayer) {
  const ModelConfig config = tiny_config("BertModel");
  const Weights::Map weights = tiny_weights(config);
  const auto whole_products = [&](Head head) {
    const Graph graph = build(config, weights, head);
    return std::ranges::count_if(graph.nodes(), [](const Node& node) {
      return node.operation == Operation::linear && node.shape[1] == kLength;
    });
  };
  // Of six products a layer only those of keys and values remain.
  EXPECT_EQ(whole_products(Head::token_states), 12);
  EXPECT_EQ(whole_products(Head::first_token), 8);
}

TEST(Bert, EachTensorEntersTheGraphOnce) {
  const ModelConfig config = tiny_config("BertModel");
  const Graph graph = build(config, tiny_weights(config), Head::token_states);
  std::set<std::string> names;
  for (const Node& node : graph.nodes()) {
    EXPECT_TRUE(node.operation != Operation::weight || names.insert(node.name).second) << node.name;
  }
}

}  // namespace
}  // namespace marrow
