#include <algorithm>
#include <cmath>

#include "encoders/encoder_model.h"
#include "encoders/open_encoder.h"
#include "encoders/sparse_terms.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// SPLADE: the network gives max over tokens of log(1 + ReLU(logit)) for every vocabulary entry.
class SpladeEncoder final : public SparseEncoder {
 public:
  SpladeEncoder(const std::filesystem::path& folder, const EncoderOptions& options)
      : model_(folder, ModelTask::sparse, options, "sparse top_k " + std::to_string(options.top_k)),
        top_k_(options.top_k) {}

  std::size_t vocabulary_size() const noexcept override { return model_.session->width(); }
  const EncoderInfo& info() const noexcept override { return model_.info; }
  std::string term_text(TermId term) const override {
    if (index_of(term) >= vocabulary_size()) {
      throw Error(ErrorCode::invalid_argument, "term " + std::to_string(index_of(term)) +
                                                   ": the vocabulary has " +
                                                   std::to_string(vocabulary_size()) + " entries");
    }
    return std::string(model_.tokenizer.token(static_cast<std::int32_t>(index_of(term))));
  }

 private:
  std::vector<SparseVector> do_encode(std::span<const std::string_view> texts, TextRole,
                                      const Progress& progress) const override {
    std::vector<SparseVector> vectors(texts.size());
    const auto tokenize = [&](std::size_t i) {
      return model_.tokenizer.encode(texts[i], model_.info.max_length);
    };
    const auto consume = [&](std::size_t i, const RowOutput& row) {
      if (!std::all_of(row.values.begin(), row.values.end(), [](float w) { return std::isfinite(w); })) {
        throw Error(ErrorCode::bad_input, "model " + quote(model_.info.name) +
                                              " gave a weight that is not a number for text " +
                                              quote(texts[i]));
      }
      vectors[i] = sparse_terms(row.values, top_k_);
    };
    model_.runner.run(texts.size(), tokenize, consume, progress);
    return vectors;
  }

  EncoderModel model_;
  std::size_t top_k_;
};

}  // namespace

std::unique_ptr<SparseEncoder> open_sparse_encoder(const std::filesystem::path& folder,
                                                   const EncoderOptions& options) {
  return std::make_unique<SpladeEncoder>(folder, options);
}

}  // namespace marrow
