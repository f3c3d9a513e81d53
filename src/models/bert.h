#pragma once

#include "models/graph.h"
#include "models/model.h"
#include "models/tensor.h"

namespace marrow {

/// BERT (Devlin et al., 2019): learned absolute positions, post-layer-norm encoder layers with GELU.
///
/// Weights go by the names of a BertModel checkpoint; a leading "bert." and the old LayerNorm.gamma and
/// .beta are understood. Head::vocabulary needs BertForMaskedLM, Head::pair_logit
/// BertForSequenceClassification with one label; the others work with any of the three.
///
/// Throws bad_input naming the architecture when it has no such head, and naming tensor and file when a
/// weight is missing or has another shape than the configuration says.
Graph build_bert(const ModelConfig& config, const Weights& weights, Head head);

}  // namespace marrow
