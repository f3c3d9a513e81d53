#pragma once

#include <memory>
#include <string>

#include "encoders/fake_encoder.h"
#include "marrow/engine.h"
#include "marrow/error.h"

namespace marrow::test {

/// A provider of encoders without a model: the names "fake" and, of another width, "wide".
class FakeModels final : public ModelProvider {
 public:
  std::shared_ptr<const DenseEncoder> dense_encoder(const std::string& model) override {
    return make_fake_dense_encoder(width_of(model));
  }
  std::shared_ptr<const SparseEncoder> sparse_encoder(const std::string& model) override {
    (void)width_of(model);
    return make_fake_sparse_encoder();
  }
  std::shared_ptr<const PairScorer> pair_scorer(const std::string& model) override {
    (void)width_of(model);
    return make_fake_pair_scorer();
  }

 private:
  static std::size_t width_of(const std::string& model) {
    if (model == "fake") return 64;
    if (model == "wide") return 256;
    throw Error(ErrorCode::not_found, "no model " + quote(model));
  }
};

}  // namespace marrow::test
