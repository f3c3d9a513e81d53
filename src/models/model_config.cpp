#include "models/model_config.h"

#include <algorithm>
#include <array>

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
  if (!file.has("model_type")) file.refuse("model_type", "bert");
  require_text(file, "model_type", "bert");
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

}  // namespace

ModelConfig read_model_config(const ConfigFile& file) {
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

}  // namespace marrow
