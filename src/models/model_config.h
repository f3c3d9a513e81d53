#pragma once

#include "models/config_file.h"
#include "models/model_folder.h"

namespace marrow {

/// Reads config.json of a Hugging Face model. Throws bad_input naming file, setting and value when a measure
/// is missing or out of range or a variant is not built: architectures, activations, position embeddings and
/// decoders other than those of ModelConfig, pruned heads, quantised checkpoints.
ModelConfig read_model_config(const ConfigFile& file);

}  // namespace marrow
