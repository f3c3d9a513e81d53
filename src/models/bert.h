#pragma once

#include "models/config_file.h"
#include "models/graph.h"
#include "models/model.h"
#include "models/tensor.h"

/// BERT (Devlin et al., 2019): learned absolute positions, post-layer-norm encoder layers with GELU.
namespace marrow {

/// Reads the measures of a BertModel, BertForMaskedLM or BertForSequenceClassification. Refuses other
/// architectures, activations and position embeddings, decoders, pruned heads and quantised checkpoints.
ModelConfig read_bert_config(const ConfigFile& file);

/// Weights go by the names of a BertModel checkpoint; a leading "bert." and the old LayerNorm.gamma and
/// .beta are understood. Head::vocabulary needs BertForMaskedLM, Head::pair_logit
/// BertForSequenceClassification with one label; the others work with any of the three.
///
/// Throws bad_input naming the architecture when it has no such head, and naming tensor and file when a
/// weight is missing or has another shape than the configuration says.
Graph build_bert(const ModelConfig& config, const Weights& weights, Head head);

}  // namespace marrow
