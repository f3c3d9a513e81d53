#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace marrow {

/// What a model is for; follows from its architecture and modules.
enum class ModelTask : std::uint8_t {
  dense,   ///< a text becomes a vector
  sparse,  ///< a text becomes weights over the vocabulary (SPLADE)
  pair,    ///< a pair of texts becomes a logit (cross-encoder)
};

/// How token states become one vector.
enum class Pooling : std::uint8_t { mean, first_token };

enum class WeightFormat : std::uint8_t { safetensors, onnx };

/// The network's measures, from config.json.
struct ModelConfig {
  std::string model_type;    ///< "bert"
  std::string architecture;  ///< "BertModel", …
  std::size_t vocabulary_size = 0;
  std::size_t hidden_size = 0;
  std::size_t layer_count = 0;
  std::size_t head_count = 0;  ///< divides hidden_size
  std::size_t intermediate_size = 0;
  std::size_t position_count = 0;  ///< longest sequence the network can read
  std::size_t type_count = 0;
  std::size_t label_count = 0;  ///< of a classifier
  float layer_norm_epsilon = 0.0F;
  bool tied_decoder = true;  ///< a masked-LM decoder shares the word embeddings
};

/// A Hugging Face model folder, read and checked; weights and tokenizer stay in their files.
struct ModelFolder {
  std::filesystem::path path;
  ModelConfig config;
  ModelTask task = ModelTask::dense;
  Pooling pooling = Pooling::mean;  ///< of a dense model; without modules.json: mean
  bool normalizes = false;          ///< modules.json ends in Normalize
  /// Longest input in tokens, special ones included: sentence_bert_config.json's max_seq_length, else
  /// tokenizer_config.json's model_max_length, never above position_count.
  std::size_t max_length = 0;
  bool lowercases_text = false;                ///< sentence_bert_config.json's do_lower_case
  std::map<std::string, std::string> prompts;  ///< by name ("query", "passage"): text put in front
  std::string default_prompt;                  ///< the name of the prompt for all texts; may be empty
  std::filesystem::path weights;               ///< the file
  WeightFormat weight_format = WeightFormat::safetensors;
};

/// Reads config.json; modules.json with its Pooling, SpladePooling and Normalize;
/// config_sentence_transformers.json; sentence_bert_config.json; tokenizer_config.json. All but the first may
/// be absent. Weights are model.safetensors, else model.onnx, else onnx/model.onnx.
/// Throws not_found when the folder, its config.json or any weights are missing; bad_input when a file is
/// broken or asks for something that is not built, naming the file, the setting and its value.
ModelFolder read_model_folder(const std::filesystem::path& path);

/// SHA-256 over the names and contents of every file that can change an output: weights, configuration,
/// tokenizer. Reads them all: about a tenth of a second for 100 MB.
std::string model_identity(const ModelFolder& folder);

}  // namespace marrow
