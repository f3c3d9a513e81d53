#include "models/bert.h"

#include <algorithm>
#include <array>
#include <map>

#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::array<std::string_view, 3> kArchitectures = {"BertModel", "BertForMaskedLM",
                                                            "BertForSequenceClassification"};

std::string read_architecture(const ConfigFile& file) {
  const Json* const list = file.find("architectures");
  const bool is_known =
      list != nullptr && list->is_array() && list->size() == 1 && list->front().is_string() &&
      std::ranges::find(kArchitectures, list->front().get_ref<const std::string&>()) != kArchitectures.end();
  if (!is_known)
    file.refuse("architectures", "one of BertModel, BertForMaskedLM and BertForSequenceClassification");
  return list->front().get<std::string>();
}

/// A setting that must be `wanted` when it is there.
void require_text(const ConfigFile& file, std::string_view key, std::string_view wanted) {
  if (file.text_or(key, wanted) != wanted) file.refuse(key, std::string(wanted));
}

void refuse_variants(const ConfigFile& file) {
  require_text(file, "hidden_act", "gelu");
  require_text(file, "position_embedding_type", "absolute");
  for (const std::string_view key : {"is_decoder", "add_cross_attention"}) {
    if (file.flag_or(key, false)) file.refuse(key, "false");
  }
  if (file.has("quantization_config")) file.refuse("quantization_config", "none");
  const Json* const pruned = file.find("pruned_heads");
  if (pruned != nullptr && !pruned->empty()) file.refuse("pruned_heads", "none");
}

/// Labels are counted by num_labels or, as newer files do, by the entries of id2label; two by default.
std::size_t label_count(const ConfigFile& file) {
  const Json* const labels = file.find("id2label");
  if (labels == nullptr) return file.natural_or("num_labels", 2);
  if (!labels->is_object() || labels->empty())
    file.refuse("id2label", "an object with an entry for each label");
  return labels->size();
}

/// The vocabulary product is done in this many parts, each reduced to its maximum over positions before the
/// next, so that logits of [batch, length, vocabulary] never exist. Measured: 8, 30 and 120 parts are equally
/// fast at 256 tokens a batch; more parts win slightly on large batches.
constexpr std::size_t kVocabularySlices = 30;

std::string with_current_names(std::string name) {
  constexpr std::string_view prefix = "bert.";
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  for (const auto& [old, current] :
       {std::pair{"LayerNorm.gamma", "LayerNorm.weight"}, std::pair{"LayerNorm.beta", "LayerNorm.bias"}}) {
    const std::string_view from = old;
    if (name.ends_with(from)) name.replace(name.size() - from.size(), from.size(), current);
  }
  return name;
}

Weights with_current_names(const Weights& weights) {
  Weights::Map renamed;
  for (const auto& [name, tensor] : weights.tensors()) {
    const std::string current = with_current_names(name);
    if (!renamed.emplace(current, tensor).second)
      throw Error(ErrorCode::bad_input, weights.source() + ": two tensors are called " + quote(current) +
                                            ", one is " + quote(name));
  }
  return {weights.source(), std::move(renamed)};
}

class Bert {
 public:
  Bert(const ModelConfig& config, const Weights& weights)
      : config_(config), weights_(with_current_names(weights)), width_(config.hidden_size) {}

  Graph build(Head head) && {
    mask_ = graph_.input(GraphInput::mask);
    bias_ = graph_.attention_bias(mask_);
    const bool only_first = head == Head::first_token || head == Head::pair_logit;
    ValueId x = embeddings();
    for (std::size_t i = 0; i < config_.layer_count; ++i)
      x = layer(x, "encoder.layer." + std::to_string(i) + '.', only_first && i + 1 == config_.layer_count);
    return std::move(graph_).build(finish(x, head));
  }

 private:
  ValueId finish(ValueId states, Head head) {
    switch (head) {
      case Head::first_token:
        return graph_.drop_length(states);
      case Head::pair_logit:
        return pair_logit(graph_.drop_length(states));
      case Head::vocabulary:
        return vocabulary(states);
      case Head::token_states:
        break;
    }
    return states;
  }

  /// Every tensor enters the graph once, so that what is tied in the checkpoint is one weight.
  ValueId weight(const std::string& name, const TensorShape& shape) {
    const auto known = in_graph_.find(name);
    if (known != in_graph_.end()) return known->second;
    return in_graph_[name] = graph_.weight(name, weights_.at(name, shape));
  }

  ValueId linear(ValueId x, const std::string& name, std::size_t in, std::size_t out) {
    return graph_.add(graph_.linear(x, weight(name + ".weight", {out, in})), weight(name + ".bias", {out}));
  }

  ValueId norm(ValueId x, const std::string& name) {
    return graph_.layer_norm(x, weight(name + ".weight", {width_}), weight(name + ".bias", {width_}),
                             config_.layer_norm_epsilon);
  }

  ValueId word_table() {
    return weight("embeddings.word_embeddings.weight", {config_.vocabulary_size, width_});
  }

  ValueId embeddings() {
    const ValueId words = graph_.gather(word_table(), graph_.input(GraphInput::ids));
    const ValueId types =
        graph_.gather(weight("embeddings.token_type_embeddings.weight", {config_.type_count, width_}),
                      graph_.input(GraphInput::types));
    const ValueId positions = graph_.leading_rows(
        weight("embeddings.position_embeddings.weight", {config_.position_count, width_}));
    return norm(graph_.add(graph_.add(words, types), positions), "embeddings.LayerNorm");
  }

  /// With `only_first`, keys and values are of all positions and the rest is computed for the first alone.
  ValueId layer(ValueId x, const std::string& prefix, bool only_first) {
    const ValueId from = only_first ? graph_.first_token(x) : x;
    const ValueId context = attention(from, x, prefix + "attention.self.");
    const ValueId attended =
        norm(graph_.add(linear(context, prefix + "attention.output.dense", width_, width_), from),
             prefix + "attention.output.LayerNorm");
    const ValueId wide =
        graph_.gelu(linear(attended, prefix + "intermediate.dense", width_, config_.intermediate_size));
    const ValueId narrow = linear(wide, prefix + "output.dense", config_.intermediate_size, width_);
    return norm(graph_.add(narrow, attended), prefix + "output.LayerNorm");
  }

  ValueId attention(ValueId from, ValueId to, const std::string& prefix) {
    const auto heads = [&](ValueId x, const char* part) {
      return graph_.split_heads(linear(x, prefix + part, width_, width_), config_.head_count);
    };
    const ValueId q = heads(from, "query");
    const ValueId k = heads(to, "key");
    const ValueId v = heads(to, "value");
    return graph_.merge_heads(graph_.attention(q, k, v, bias_));
  }

  ValueId pair_logit(ValueId first) {
    const ValueId pooled = graph_.tanh(linear(first, "pooler.dense", width_, width_));
    return linear(pooled, "classifier", width_, config_.label_count);
  }

  /// SPLADE (Formal et al., 2021): max over tokens of log(1 + ReLU(logit)). Bias, ReLU and logarithm never
  /// change the order of two logits of one term, so the maximum is taken first, exactly. Padding repeats the
  /// first token, which cannot raise it.
  ValueId vocabulary(ValueId states) {
    ValueId x = graph_.gelu(linear(states, "cls.predictions.transform.dense", width_, width_));
    x = graph_.fill_padding(norm(x, "cls.predictions.transform.LayerNorm"), mask_);
    const std::size_t count = config_.vocabulary_size;
    const char* const bias = weights_.find("cls.predictions.bias") != nullptr
                                 ? "cls.predictions.bias"
                                 : "cls.predictions.decoder.bias";
    const ValueId logits = graph_.add(vocabulary_maxima(x), weight(bias, {count}));
    return graph_.log1p(graph_.relu(logits));
  }

  ValueId vocabulary_maxima(ValueId states) {
    const std::string name =
        config_.tied_decoder ? "embeddings.word_embeddings.weight" : "cls.predictions.decoder.weight";
    const std::size_t count = config_.vocabulary_size;
    const Tensor& decoder = weights_.at(name, {count, width_});
    const std::size_t step = (count + kVocabularySlices - 1) / kVocabularySlices;
    std::vector<ValueId> parts;
    for (std::size_t begin = 0; begin < count; begin += step) {
      const std::size_t end = std::min(begin + step, count);
      const ValueId rows = graph_.weight(name, rows_of(decoder, begin, end));
      parts.push_back(graph_.max_over_length(graph_.linear(states, rows)));
    }
    return graph_.concatenate(parts);
  }

  const ModelConfig& config_;
  Weights weights_;
  std::size_t width_;
  GraphBuilder graph_;
  std::map<std::string, ValueId> in_graph_;
  ValueId mask_{};
  ValueId bias_{};
};

void require_head(const ModelConfig& config, Head head) {
  const std::string found = "the model is a " + config.architecture;
  if (head == Head::vocabulary && config.architecture != "BertForMaskedLM")
    throw Error(ErrorCode::bad_input,
                found + ", expected BertForMaskedLM: term weights come from its vocabulary head");
  if (head != Head::pair_logit) return;
  if (config.architecture != "BertForSequenceClassification")
    throw Error(ErrorCode::bad_input,
                found + ", expected BertForSequenceClassification: a pair's score comes from its classifier");
  if (config.label_count != 1)
    throw Error(ErrorCode::bad_input, found + " with " + std::to_string(config.label_count) +
                                          " labels, expected 1: a pair has one score");
}

}  // namespace

ModelConfig read_bert_config(const ConfigFile& file) {
  refuse_variants(file);
  ModelConfig config;
  config.model_type = "bert";
  config.architecture = read_architecture(file);
  config.vocabulary_size = file.natural("vocab_size");
  config.hidden_size = file.natural("hidden_size");
  config.layer_count = file.natural("num_hidden_layers");
  config.head_count = file.natural("num_attention_heads");
  config.intermediate_size = file.natural("intermediate_size");
  config.position_count = file.natural("max_position_embeddings");
  config.type_count = file.natural("type_vocab_size");
  config.label_count = label_count(file);
  config.layer_norm_epsilon = static_cast<float>(file.positive("layer_norm_eps"));
  config.tied_decoder = file.flag_or("tie_word_embeddings", true);
  if (config.hidden_size % config.head_count != 0)
    file.refuse("num_attention_heads", "a divisor of hidden_size, " + std::to_string(config.hidden_size));
  return config;
}

Graph build_bert(const ModelConfig& config, const Weights& weights, Head head) {
  require_head(config, head);
  return Bert(config, weights).build(head);
}

}  // namespace marrow
