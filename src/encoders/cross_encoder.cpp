#include "encoders/encoder_model.h"
#include "encoders/open_encoder.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// A cross-encoder: [CLS] query [SEP] passage [SEP] in, one raw logit out.
class CrossEncoder final : public PairScorer {
 public:
  CrossEncoder(const std::filesystem::path& folder, const EncoderOptions& options)
      : model_(folder, ModelTask::pair, options, "pair") {}

  const EncoderInfo& info() const noexcept override { return model_.info; }

 private:
  void do_score(std::span<const TextPair> pairs, std::span<float> out,
                const Progress& progress) const override {
    const auto tokenize = [&](std::size_t i) {
      return model_.tokenizer.encode_pair(pairs[i].query, pairs[i].passage, model_.info.max_length);
    };
    const auto consume = [&](std::size_t i, const RowOutput& row) { out[i] = row.values.front(); };
    model_.runner.run(pairs.size(), tokenize, consume, progress);
  }

  EncoderModel model_;
};

}  // namespace

std::unique_ptr<PairScorer> open_pair_scorer(const std::filesystem::path& folder,
                                             const EncoderOptions& options) {
  return std::make_unique<CrossEncoder>(folder, options);
}

}  // namespace marrow
