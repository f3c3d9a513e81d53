#include "engine/local_models.h"

#include <map>
#include <mutex>
#include <utility>

#include "encoders/open_encoder.h"
#include "marrow/models.h"

namespace marrow {
namespace {

/// Models of one kind that are open, by name.
template <class Model>
class OpenModels {
 public:
  /// The model of that name; `open` is called when it is not open yet.
  template <class Open>
  std::shared_ptr<const Model> get(const std::string& name, const Open& open) {
    const std::lock_guard lock(mutex_);  // guards models_; held while a model opens, so it opens once
    auto& model = models_[name];
    if (!model) model = open();
    return model;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Model>> models_;
};

class LocalModels final : public ModelProvider {
 public:
  explicit LocalModels(LocalModelOptions options) : options_(std::move(options)) {}

  std::shared_ptr<const DenseEncoder> dense_encoder(const std::string& model) override {
    return dense_.get(model, [&] {
      return open_dense_encoder(folder_of(model), options_for(model, options_.dense_max_length));
    });
  }

  std::shared_ptr<const SparseEncoder> sparse_encoder(const std::string& model) override {
    return sparse_.get(model, [&] {
      return open_sparse_encoder(folder_of(model), options_for(model, options_.sparse_max_length));
    });
  }

  std::shared_ptr<const PairScorer> pair_scorer(const std::string& model) override {
    return pairs_.get(model, [&] {
      return open_pair_scorer(folder_of(model), options_for(model, options_.pair_max_length));
    });
  }

 private:
  std::filesystem::path folder_of(const std::string& model) const {
    return resolve_model(model, options_.models_folder);
  }

  EncoderOptions options_for(const std::string& model, std::size_t max_length) const {
    return {.name = model,
            .threads = options_.threads,
            .max_length = max_length,
            .top_k = options_.sparse_top_k,
            .plugin_folder = {}};
  }

  LocalModelOptions options_;
  OpenModels<DenseEncoder> dense_;
  OpenModels<SparseEncoder> sparse_;
  OpenModels<PairScorer> pairs_;
};

}  // namespace

LocalModelOptions local_model_options(const Config& config, const std::string& models_folder,
                                      std::size_t threads) {
  return {.models_folder = models_folder,
          .threads = threads,
          .dense_max_length = static_cast<std::size_t>(config.dense.max_length),
          .sparse_max_length = static_cast<std::size_t>(config.splade.max_length),
          .sparse_top_k = static_cast<std::size_t>(config.splade.top_k),
          .pair_max_length = static_cast<std::size_t>(config.reranker.max_length)};
}

std::shared_ptr<ModelProvider> open_local_models(const LocalModelOptions& options) {
  return std::make_shared<LocalModels>(options);
}

}  // namespace marrow
