#include <algorithm>
#include <utility>

#include "encoders/encoder_model.h"
#include "encoders/open_encoder.h"
#include "encoders/pooling.h"

namespace marrow {
namespace {

/// A bi-encoder: token states, pooled as the folder says, scaled to unit length.
class ModelDenseEncoder final : public DenseEncoder {
 public:
  explicit ModelDenseEncoder(std::unique_ptr<const EncoderModel> model) : model_(std::move(model)) {}

  std::size_t dimension() const noexcept override { return model_->session().width(); }
  const EncoderInfo& info() const noexcept override { return model_->info(); }

 private:
  void do_encode(std::span<const std::string_view> texts, TextRole role, std::span<float> out,
                 const Progress& progress) const override {
    const auto tokenize = [&](std::size_t i) { return model_->encode(texts[i], role); };
    const auto consume = [&](std::size_t i, const RowOutput& row) {
      const auto vector = out.subspan(i * dimension(), dimension());
      pool(row, vector);
      if (!normalize_l2(vector)) model_->refuse_output("a vector of zeros or of no numbers", texts[i]);
    };
    model_->runner().run(texts.size(), tokenize, consume, progress);
  }

  void pool(const RowOutput& row, std::span<float> out) const {
    if (model_->session().output_kind() == OutputKind::text_rows) {
      std::copy(row.values.begin(), row.values.end(), out.begin());
    } else if (model_->folder().pooling == Pooling::mean) {
      mean_pool(row.values, row.mask, out);
    } else {
      first_token_pool(row.values, out);
    }
  }

  std::unique_ptr<const EncoderModel> model_;
};

}  // namespace

std::unique_ptr<DenseEncoder> dense_encoder_over(std::unique_ptr<const EncoderModel> model) {
  return std::make_unique<ModelDenseEncoder>(std::move(model));
}

std::unique_ptr<DenseEncoder> open_dense_encoder(const std::filesystem::path& folder,
                                                 const EncoderOptions& options) {
  return dense_encoder_over(std::make_unique<EncoderModel>(folder, ModelTask::dense, options, "dense"));
}

}  // namespace marrow
