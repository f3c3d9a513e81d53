#pragma once

#include <string_view>

#include "models/config_file.h"
#include "models/graph.h"
#include "models/model.h"
#include "models/tensor.h"

namespace marrow {

/// What a file of one model family gives: how its configuration is read and how its networks are written.
struct ModelFamily {
  std::string_view model_type;  ///< config.json's model_type
  /// Throws bad_input naming file, setting and value when a measure is missing or out of range or a variant
  /// is not built.
  ModelConfig (*read_config)(const ConfigFile& file);
  /// Throws bad_input when the model has no such head or its weights do not fit the configuration.
  Graph (*build)(const ModelConfig& config, const Weights& weights, Head head);
};

/// Reads config.json with the family that its model_type names. Throws bad_input when no family has that
/// name, and as read_config.
ModelConfig read_model_config(const ConfigFile& file);

/// The network of a model whose configuration read_model_config gave. Throws as ModelFamily::build.
Graph build_network(const ModelConfig& config, const Weights& weights, Head head);

}  // namespace marrow
