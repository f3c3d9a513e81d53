#pragma once

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "models/model_folder.h"
#include "models/tensor.h"

/// A BERT of any measures with random weights.
namespace marrow::test {

inline ModelConfig tiny_config(std::string architecture = "BertForMaskedLM") {
  ModelConfig config;
  config.model_type = "bert";
  config.architecture = std::move(architecture);
  config.vocabulary_size = 37;
  config.hidden_size = 8;
  config.layer_count = 2;
  config.head_count = 2;
  config.intermediate_size = 12;
  config.position_count = 9;
  config.type_count = 2;
  config.label_count = 1;
  config.layer_norm_epsilon = 1e-12F;
  return config;
}

/// Random numbers of about unit size, stored as `type` (f32, f16 or bf16).
class RandomTensors {
 public:
  RandomTensors(std::uint64_t seed, ElementType type) : random_(seed), type_(type) {}

  Tensor make(TensorShape shape) {
    const std::size_t count = *byte_count(shape, ElementType::u8);
    std::vector<float> values(count);
    for (float& value : values) value = rounded(normal_(random_));
    if (type_ == ElementType::f32) return make_tensor(std::move(shape), std::move(values));
    const auto bits = std::make_shared<std::vector<std::uint16_t>>();
    for (const float value : values) bits->push_back(half_bits(value));
    return {type_, std::move(shape), std::as_bytes(std::span(*bits)), bits};
  }

 private:
  /// To 7 binary digits behind the leading one, so that all three types hold the same number exactly.
  static float rounded(float value) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFF0000U);
  }

  std::uint16_t half_bits(float value) const {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (type_ == ElementType::bf16) return static_cast<std::uint16_t>(bits >> 16);
    const auto exponent = static_cast<int>((bits >> 23) & 0xFF) - 127 + 15;
    const std::uint32_t sign = (bits >> 16) & 0x8000;
    if (exponent <= 0) return static_cast<std::uint16_t>(sign);  // too small for a normal half: zero
    return static_cast<std::uint16_t>(sign | (static_cast<std::uint32_t>(exponent) << 10) |
                                      ((bits >> 13) & 0x3FF));
  }

  std::mt19937_64 random_;
  std::normal_distribution<float> normal_{0.0F, 1.0F};
  ElementType type_;
};

inline void add_linear(Weights::Map& map, RandomTensors& random, const std::string& name, std::size_t in,
                       std::size_t out) {
  map.emplace(name + ".weight", random.make({out, in}));
  map.emplace(name + ".bias", random.make({out}));
}

inline void add_norm(Weights::Map& map, RandomTensors& random, const std::string& name, std::size_t width) {
  map.emplace(name + ".weight", random.make({width}));
  map.emplace(name + ".bias", random.make({width}));
}

/// All tensors of trunk and heads under BertModel's names.
inline Weights::Map tiny_weights(const ModelConfig& config, std::uint64_t seed = 1,
                                 ElementType type = ElementType::f32) {
  RandomTensors random(seed, type);
  Weights::Map map;
  const std::size_t width = config.hidden_size;
  map.emplace("embeddings.word_embeddings.weight", random.make({config.vocabulary_size, width}));
  map.emplace("embeddings.token_type_embeddings.weight", random.make({config.type_count, width}));
  map.emplace("embeddings.position_embeddings.weight", random.make({config.position_count, width}));
  add_norm(map, random, "embeddings.LayerNorm", width);
  for (std::size_t i = 0; i < config.layer_count; ++i) {
    const std::string layer = "encoder.layer." + std::to_string(i) + '.';
    for (const char* const part : {"query", "key", "value"})
      add_linear(map, random, layer + "attention.self." + part, width, width);
    add_linear(map, random, layer + "attention.output.dense", width, width);
    add_norm(map, random, layer + "attention.output.LayerNorm", width);
    add_linear(map, random, layer + "intermediate.dense", width, config.intermediate_size);
    add_linear(map, random, layer + "output.dense", config.intermediate_size, width);
    add_norm(map, random, layer + "output.LayerNorm", width);
  }
  add_linear(map, random, "pooler.dense", width, width);
  add_linear(map, random, "classifier", width, config.label_count);
  add_linear(map, random, "cls.predictions.transform.dense", width, width);
  add_norm(map, random, "cls.predictions.transform.LayerNorm", width);
  map.emplace("cls.predictions.bias", random.make({config.vocabulary_size}));
  return map;
}

}  // namespace marrow::test
