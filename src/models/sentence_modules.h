#pragma once

#include <filesystem>

#include "models/model_folder.h"

namespace marrow {

/// Reads what sentence-transformers writes beside a model into `folder`, whose path and config are set: the
/// task, pooling and normalisation (modules.json and the modules' own config.json), the longest input
/// (sentence_bert_config.json, tokenizer_config.json) and the prompts (config_sentence_transformers.json).
/// Throws as read_model_folder.
void read_sentence_modules(ModelFolder& folder);

}  // namespace marrow
