#include "models/model_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/config_file.h"
#include "models/model.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using ::testing::HasSubstr;

constexpr std::string_view kConfig = R"({"architectures":["BertModel"],"model_type":"bert","hidden_size":384,
  "num_hidden_layers":6,"num_attention_heads":12,"intermediate_size":1536,"hidden_act":"gelu",
  "layer_norm_eps":1e-12,"max_position_embeddings":512,"type_vocab_size":2,"vocab_size":30522})";

constexpr std::string_view kModules =
    R"([{"idx":0,"name":"0","path":"","type":"sentence_transformers.models.Transformer"},
        {"idx":1,"name":"1","path":"1_Pooling","type":"sentence_transformers.models.Pooling"},
        {"idx":2,"name":"2","path":"2_Normalize","type":"sentence_transformers.models.Normalize"}])";

/// A model folder to be changed setting by setting.
class ModelFolderTest : public testing::Test {
 protected:
  ModelFolderTest() {
    set("config.json", kConfig);
    set("model.safetensors", "weights");
  }

  void set(std::string_view file, std::string_view text) { folder_.write(file, text); }

  /// Adds or replaces settings of config.json.
  void set_config(std::string_view settings) {
    Json config = parse_json(kConfig, "config");
    config.update(parse_json(settings, "settings"));
    set("config.json", to_text(config));
  }

  void make_dense(std::string_view pooling) {
    set("modules.json", kModules);
    set("1_Pooling/config.json", pooling);
  }

  ModelFolder read() const { return read_model_folder(folder_.path()); }

  std::string refusal() const {
    const Error error = error_of([&] { read(); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    return error.what();
  }

  test::TemporaryFolder folder_;
};

TEST_F(ModelFolderTest, ConfigurationAloneIsEnough) {
  const ModelFolder folder = read();
  EXPECT_EQ(folder.config.architecture, "BertModel");
  EXPECT_EQ(folder.config.hidden_size, 384U);
  EXPECT_EQ(folder.config.layer_count, 6U);
  EXPECT_EQ(folder.config.head_count, 12U);
  EXPECT_EQ(folder.config.intermediate_size, 1536U);
  EXPECT_EQ(folder.config.vocabulary_size, 30522U);
  EXPECT_EQ(folder.config.position_count, 512U);
  EXPECT_EQ(folder.config.type_count, 2U);
  EXPECT_FLOAT_EQ(folder.config.layer_norm_epsilon, 1e-12F);
  EXPECT_TRUE(folder.config.tied_decoder);
  EXPECT_EQ(folder.task, ModelTask::dense);
  EXPECT_EQ(folder.pooling, Pooling::mean);
  EXPECT_FALSE(folder.normalizes);
  EXPECT_EQ(folder.max_length, 512U);
  EXPECT_EQ(folder.weights.filename(), "model.safetensors");
}

TEST_F(ModelFolderTest, TheArchitectureDecidesTheTaskAndTheHead) {
  EXPECT_EQ(head_of(read()), Head::token_states);
  set_config(R"({"architectures":["BertForMaskedLM"]})");
  EXPECT_EQ(read().task, ModelTask::sparse);
  EXPECT_EQ(head_of(read()), Head::vocabulary);
  set_config(R"({"architectures":["BertForSequenceClassification"],"id2label":{"0":"LABEL_0"}})");
  EXPECT_EQ(read().task, ModelTask::pair);
  EXPECT_EQ(read().config.label_count, 1U);
  EXPECT_EQ(head_of(read()), Head::pair_logit);
}

TEST_F(ModelFolderTest, ModulesDecidePoolingAndNormalisation) {
  make_dense(
      R"({"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false,"pooling_mode_max_tokens":false})");
  EXPECT_EQ(read().pooling, Pooling::first_token);
  EXPECT_EQ(head_of(read()), Head::first_token);
  EXPECT_TRUE(read().normalizes);
  make_dense(R"({"pooling_mode_mean_tokens":true})");
  EXPECT_EQ(read().pooling, Pooling::mean);
  make_dense(R"({"pooling_mode":"cls"})");
  EXPECT_EQ(read().pooling, Pooling::first_token);
}

TEST_F(ModelFolderTest, PoolingThatIsNotBuiltIsRefusedByName) {
  make_dense(R"({"pooling_mode_max_tokens":true})");
  EXPECT_THAT(refusal(), HasSubstr("1_Pooling/config.json: setting `pooling_mode_max_tokens` is `true`"));
  make_dense(R"({"pooling_mode":"lasttoken"})");
  EXPECT_THAT(refusal(), HasSubstr("setting `pooling_mode` is `\"lasttoken\"`, expected mean or cls"));
  make_dense(R"({"pooling_mode_mean_tokens":true,"pooling_mode_cls_token":true})");
  EXPECT_THAT(refusal(), HasSubstr("exactly one of it and pooling_mode_cls_token"));
  make_dense("{}");
  EXPECT_THAT(refusal(), HasSubstr("`pooling_mode_mean_tokens` is absent"));
  make_dense(R"({"pooling_mode_mean_tokens":true,"include_prompt":false})");
  EXPECT_THAT(refusal(), HasSubstr("setting `include_prompt` is `false`, expected true"));
}

TEST_F(ModelFolderTest, SpladePoolingMakesTheModelSparse) {
  set_config(R"({"architectures":["BertForMaskedLM"]})");
  set("modules.json",
      R"([{"type":"sentence_transformers.sparse_encoder.models.MLMTransformer.MLMTransformer","path":""},
    {"type":"sentence_transformers.sparse_encoder.models.SpladePooling.SpladePooling","path":"1_SpladePooling"}])");
  EXPECT_EQ(read().task, ModelTask::sparse);
  set("1_SpladePooling/config.json", R"({"pooling_strategy":"sum"})");
  EXPECT_THAT(refusal(), HasSubstr("setting `pooling_strategy` is `\"sum\"`, expected max"));
  set("1_SpladePooling/config.json", R"({"pooling_strategy":"max","activation_function":"log1p_relu"})");
  EXPECT_THAT(refusal(), HasSubstr("setting `activation_function` is `\"log1p_relu\"`, expected relu"));
}

TEST_F(ModelFolderTest, ModulesThatAreNotBuiltOrLeaveTheFolderAreRefused) {
  set("modules.json", R"([{"type":"a.Transformer","path":""},{"type":"a.Pooling","path":"../x"}])");
  EXPECT_THAT(refusal(), HasSubstr("expected a path inside the model's folder"));
  set("modules.json", R"([{"type":"a.Transformer","path":""},{"type":"a.Pooling","path":"/etc"}])");
  EXPECT_THAT(refusal(), HasSubstr("expected a path inside the model's folder"));
  set("modules.json", R"([{"type":"a.Transformer","path":""},{"type":"a.Dense","path":"2_Dense"}])");
  EXPECT_THAT(refusal(), HasSubstr("module 1 is `{\"type\":\"a.Dense\""));
  set("modules.json", R"([{"type":"a.Transformer","path":"0_Transformer"}])");
  EXPECT_THAT(refusal(), HasSubstr("expected no path"));
  set("modules.json", "[]");
  EXPECT_THAT(refusal(), HasSubstr("expected a JSON array of modules"));
  set("modules.json", "{}");
  EXPECT_THAT(refusal(), HasSubstr("expected a JSON array of modules"));
  set("modules.json", "[3]");
  EXPECT_THAT(refusal(), HasSubstr("module 0: expected a JSON object"));
}

TEST_F(ModelFolderTest, TheLongestInputComesFromTheFirstFileThatSaysOne) {
  set("tokenizer_config.json", R"({"model_max_length":128})");
  EXPECT_EQ(read().max_length, 128U);
  set("sentence_bert_config.json", R"({"max_seq_length":256,"do_lower_case":true})");
  EXPECT_EQ(read().max_length, 256U);
  EXPECT_TRUE(read().lowercases_text);
  set("sentence_bert_config.json", R"({"max_seq_length":null})");
  EXPECT_EQ(read().max_length, 128U);
  set("tokenizer_config.json", R"({"model_max_length":1000000000000000019884624838656})");
  EXPECT_EQ(read().max_length, 512U);
  set("sentence_bert_config.json", R"({"max_seq_length":8192})");
  EXPECT_EQ(read().max_length, 512U);
  set("sentence_bert_config.json", R"({"max_seq_length":0})");
  EXPECT_THAT(refusal(), HasSubstr("setting `max_seq_length` is `0`, expected a whole number of at least 3"));
}

TEST_F(ModelFolderTest, PromptsAreReadByName) {
  set("config_sentence_transformers.json",
      R"({"prompts":{"query":"query: ","passage":""},"default_prompt_name":"query","similarity_fn_name":"cosine"})");
  EXPECT_EQ(read().prompts.at("query"), "query: ");
  EXPECT_EQ(read().prompts.at("passage"), "");
  EXPECT_EQ(read().default_prompt, "query");
  set("config_sentence_transformers.json", R"({"prompts":{},"default_prompt_name":"query"})");
  EXPECT_THAT(refusal(), HasSubstr("`default_prompt_name` is `\"query\"`, expected one of the prompts"));
  set("config_sentence_transformers.json", R"({"prompts":["a"]})");
  EXPECT_THAT(refusal(), HasSubstr("`prompts`"));
  set("config_sentence_transformers.json", R"({"prompts":{"query":1}})");
  EXPECT_THAT(refusal(), HasSubstr("expected an object of texts"));
}

TEST_F(ModelFolderTest, ASimilarityThatUnitLengthWouldChangeIsRefused) {
  set("config_sentence_transformers.json", R"({"similarity_fn_name":"dot"})");
  EXPECT_THAT(refusal(), HasSubstr("setting `similarity_fn_name` is `\"dot\"`"));
  make_dense(R"({"pooling_mode_mean_tokens":true})");
  EXPECT_NO_THROW(read());
  set("config_sentence_transformers.json", R"({"similarity_fn_name":"euclidean"})");
  EXPECT_THAT(refusal(), HasSubstr("euclidean"));
}

TEST_F(ModelFolderTest, VariantsThatAreNotBuiltAreRefusedByNameAndValue) {
  const auto refusal_of = [&](std::string_view settings) {
    set_config(settings);
    return refusal();
  };
  EXPECT_THAT(
      refusal_of(R"({"architectures":["RobertaModel"]})"),
      HasSubstr("config.json: setting `architectures` is `[\"RobertaModel\"]`, expected one of BertModel"));
  EXPECT_THAT(refusal_of(R"({"architectures":null})"), HasSubstr("`architectures` is absent"));
  EXPECT_THAT(refusal_of(R"({"architectures":["BertModel","BertForMaskedLM"]})"),
              HasSubstr("`architectures`"));
  EXPECT_THAT(refusal_of(R"({"model_type":"roberta"})"),
              HasSubstr("`model_type` is `\"roberta\"`, expected bert"));
  EXPECT_THAT(refusal_of(R"({"model_type":null})"), HasSubstr("`model_type` is absent"));
  EXPECT_THAT(refusal_of(R"({"hidden_act":"relu"})"), HasSubstr("`hidden_act` is `\"relu\"`, expected gelu"));
  EXPECT_THAT(refusal_of(R"({"position_embedding_type":"relative_key"})"), HasSubstr("`\"relative_key\"`"));
  EXPECT_THAT(refusal_of(R"({"is_decoder":true})"), HasSubstr("`is_decoder` is `true`, expected false"));
  EXPECT_THAT(refusal_of(R"({"add_cross_attention":true})"), HasSubstr("`add_cross_attention`"));
  EXPECT_THAT(refusal_of(R"({"quantization_config":{"bits":4}})"), HasSubstr("`quantization_config`"));
  EXPECT_THAT(refusal_of(R"({"pruned_heads":{"0":[1]}})"), HasSubstr("`pruned_heads`"));
  EXPECT_THAT(refusal_of(R"({"num_attention_heads":7})"),
              HasSubstr("expected a divisor of hidden_size, 384"));
  EXPECT_THAT(refusal_of(R"({"id2label":[]})"), HasSubstr("`id2label`"));
}

TEST_F(ModelFolderTest, AMeasureThatIsMissingOrOutOfRangeIsRefused) {
  for (const char* const key : {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads",
                                "intermediate_size", "max_position_embeddings", "type_vocab_size"}) {
    for (const char* const value : {"null", "0", "-1", "1.5", "\"8\"", "2147483648"}) {
      set_config(std::string("{\"") + key + "\":" + value + "}");
      EXPECT_THAT(refusal(), HasSubstr(std::string("setting `") + key + "` is ")) << value;
    }
  }
  for (const char* const value : {"null", "0", "-1", "\"small\""}) {
    set_config(std::string(R"({"layer_norm_eps":)") + value + "}");
    EXPECT_THAT(refusal(), HasSubstr("`layer_norm_eps`")) << value;
  }
  set_config(R"({"tie_word_embeddings":1})");
  EXPECT_THAT(refusal(), HasSubstr("`tie_word_embeddings` is `1`, expected true or false"));
  set_config(R"({"hidden_act":3})");
  EXPECT_THAT(refusal(), HasSubstr("`hidden_act` is `3`, expected a text"));
}

TEST_F(ModelFolderTest, BrokenJsonIsReportedWithItsPlace) {
  set("config.json", "{\"a\": ");
  EXPECT_THAT(refusal(), HasSubstr("config.json:1:"));
  set("config.json", "[]");
  EXPECT_THAT(refusal(), HasSubstr("config.json: expected a JSON object"));
}

TEST_F(ModelFolderTest, WeightsAreLookedForInOrder) {
  set("onnx/model.onnx", "1");
  EXPECT_EQ(read().weight_format, WeightFormat::safetensors);
  std::filesystem::remove(folder_ / "model.safetensors");
  EXPECT_EQ(read().weights, folder_ / "onnx/model.onnx");
  EXPECT_EQ(read().weight_format, WeightFormat::onnx);
  set("model.onnx", "2");
  EXPECT_EQ(read().weights, folder_ / "model.onnx");
}

TEST_F(ModelFolderTest, AFileOfWeightsStandsForItsFolder) {
  set("onnx/model_int8.onnx", "1");
  const ModelFolder folder = read_model_folder(folder_ / "onnx/model_int8.onnx");
  EXPECT_EQ(folder.path, folder_.path());
  EXPECT_EQ(folder.weights, folder_ / "onnx/model_int8.onnx");
  EXPECT_EQ(read_model_folder(folder_ / "model.safetensors").path, folder_.path());
}

TEST_F(ModelFolderTest, WhatIsNotThereIsNamed) {
  std::filesystem::remove(folder_ / "model.safetensors");
  const Error no_weights = error_of([&] { read(); });
  EXPECT_EQ(no_weights.code(), ErrorCode::not_found);
  EXPECT_THAT(no_weights.what(), HasSubstr("none of model.safetensors, model.onnx and onnx/model.onnx"));
  set("pytorch_model.bin", "");
  EXPECT_THAT(error_of([&] { read(); }).what(), HasSubstr("a pickle, which is never loaded"));
  set("model.safetensors.index.json", "{}");
  EXPECT_THAT(error_of([&] { read(); }).what(), HasSubstr("in parts, which are not read"));
  std::filesystem::remove(folder_ / "config.json");
  EXPECT_THAT(error_of([&] { read(); }).what(), HasSubstr("has no config.json"));
  EXPECT_EQ(error_of([&] { read_model_folder(folder_ / "absent"); }).code(), ErrorCode::not_found);
}

TEST_F(ModelFolderTest, TheIdentityChangesWithEveryFileThatCanChangeAnOutput) {
  make_dense(R"({"pooling_mode_mean_tokens":true})");
  const std::string before = model_identity(read());
  EXPECT_EQ(before.size(), 64U);
  set("README.md", "words");
  EXPECT_EQ(model_identity(read()), before);
  make_dense(R"({"pooling_mode_cls_token":true})");
  EXPECT_NE(model_identity(read()), before);
  make_dense(R"({"pooling_mode_mean_tokens":true})");
  for (const char* const file : {"vocab.txt", "tokenizer.json", "model.safetensors"}) {
    const std::string last = model_identity(read());
    set(file, "other");
    EXPECT_NE(model_identity(read()), last) << file;
  }
}

}  // namespace
}  // namespace marrow
