#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "engine/config.h"
#include "marrow/engine.h"

namespace marrow {

/// How models from folders are opened.
struct LocalModelOptions {
  std::string models_folder;         ///< where named models are kept
  std::size_t threads = 0;           ///< 0: one for each core this process may use
  std::size_t dense_max_length = 0;  ///< tokens; 0: the model's own limit
  std::size_t sparse_max_length = 256;
  std::size_t sparse_top_k = 100;  ///< heaviest terms kept a text; 0: all
  std::size_t pair_max_length = 512;
};

LocalModelOptions local_model_options(const Config& config, const std::string& models_folder,
                                      std::size_t threads);

/// Models by known name, hub name or folder. A model is kept open as long as one of its users, or the
/// provider, lives. Thread safety: ModelProvider's.
std::shared_ptr<ModelProvider> open_local_models(const LocalModelOptions& options);

}  // namespace marrow
