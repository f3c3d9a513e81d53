#include <cmath>
#include <utility>

#include "encoders/encoder_model.h"
#include "encoders/open_encoder.h"

namespace marrow {
namespace {

/// A cross-encoder: [CLS] query [SEP] passage [SEP] in, one raw logit out.
class CrossEncoder final : public PairScorer {
 public:
  explicit CrossEncoder(std::unique_ptr<const EncoderModel> model) : model_(std::move(model)) {}

  const EncoderInfo& info() const noexcept override { return model_->info(); }

 private:
  void do_score(std::span<const TextPair> pairs, std::span<float> out,
                const Progress& progress) const override {
    const auto tokenize = [&](std::size_t i) { return model_->encode_pair(pairs[i]); };
    const auto consume = [&](std::size_t i, const RowOutput& row) {
      out[i] = row.values.front();
      if (!std::isfinite(out[i])) model_->refuse_output("a logit that is no number", pairs[i].passage);
    };
    model_->runner().run(pairs.size(), tokenize, consume, progress);
  }

  std::unique_ptr<const EncoderModel> model_;
};

}  // namespace

std::unique_ptr<PairScorer> pair_scorer_over(std::unique_ptr<const EncoderModel> model) {
  return std::make_unique<CrossEncoder>(std::move(model));
}

std::unique_ptr<PairScorer> open_pair_scorer(const std::filesystem::path& folder,
                                             const EncoderOptions& options) {
  return pair_scorer_over(std::make_unique<EncoderModel>(folder, ModelTask::pair, options, "pair"));
}

}  // namespace marrow
