#include <algorithm>
#include <cmath>
#include <utility>

#include "encoders/encoder_model.h"
#include "encoders/open_encoder.h"
#include "encoders/sparse_terms.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// SPLADE: the network gives max over the text's tokens of log(1 + ReLU(logit)) for every vocabulary
/// entry (Formal et al., SPLADE v2, arXiv 2109.10086, equation 6).
class SpladeEncoder final : public SparseEncoder {
 public:
  SpladeEncoder(std::unique_ptr<const EncoderModel> model, std::size_t top_k)
      : model_(std::move(model)), top_k_(top_k) {}

  std::size_t vocabulary_size() const noexcept override { return model_->session().width(); }
  const EncoderInfo& info() const noexcept override { return model_->info(); }

  std::string term_text(TermId term) const override {
    const std::size_t id = index_of(term);
    if (id >= vocabulary_size()) {
      throw Error(ErrorCode::invalid_argument, "term " + std::to_string(id) + " is not in a vocabulary of " +
                                                   std::to_string(vocabulary_size()));
    }
    // A network may have more columns than the tokenizer has tokens: padding of its own.
    if (id >= model_->tokenizer().vocabulary_size()) return "[" + std::to_string(id) + "]";
    return std::string(model_->tokenizer().token(static_cast<std::int32_t>(id)));
  }

 private:
  std::vector<SparseVector> do_encode(std::span<const std::string_view> texts, TextRole role,
                                      const Progress& progress) const override {
    std::vector<SparseVector> vectors(texts.size());
    const auto tokenize = [&](std::size_t i) { return model_->encode(texts[i], role); };
    const auto consume = [&](std::size_t i, const RowOutput& row) {
      const bool finite =
          std::all_of(row.values.begin(), row.values.end(), [](float w) { return std::isfinite(w); });
      if (!finite) model_->refuse_output("a weight that is no number", texts[i]);
      vectors[i] = sparse_terms(row.values, top_k_);
    };
    model_->runner().run(texts.size(), tokenize, consume, progress);
    return vectors;
  }

  std::unique_ptr<const EncoderModel> model_;
  std::size_t top_k_;
};

}  // namespace

std::unique_ptr<SparseEncoder> sparse_encoder_over(std::unique_ptr<const EncoderModel> model,
                                                   std::size_t top_k) {
  return std::make_unique<SpladeEncoder>(std::move(model), top_k);
}

std::unique_ptr<SparseEncoder> open_sparse_encoder(const std::filesystem::path& folder,
                                                   const EncoderOptions& options) {
  const std::string settings = "sparse top_k " + std::to_string(options.top_k);
  return sparse_encoder_over(std::make_unique<EncoderModel>(folder, ModelTask::sparse, options, settings),
                             options.top_k);
}

}  // namespace marrow
