#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "encoders/batch_runner.h"
#include "encoders/open_encoder.h"
#include "encoders/prompts.h"
#include "marrow/encoder.h"
#include "models/model_folder.h"
#include "models/session.h"
#include "text/wordpiece.h"

namespace marrow {

/// What every encoder of a model folder is made of: the folder, its tokenizer, its network, workers.
/// Thread safety: const members may run on several threads at once.
class EncoderModel {
 public:
  /// Throws as open_dense_encoder. `settings` is what else changes an output, for the identity.
  EncoderModel(const std::filesystem::path& path, ModelTask task, const EncoderOptions& options,
               const std::string& settings);
  /// Of parts, without an identity: how an encoder is put over another network.
  EncoderModel(const ModelFolder& folder, WordPieceTokenizer tokenizer,
               std::unique_ptr<const Session> session, const EncoderOptions& options);

  /// [CLS] prompt and text [SEP], cut at the limit.
  Encoding encode(std::string_view text, TextRole role) const;
  /// [CLS] query [SEP] passage [SEP]; see WordPieceTokenizer::encode_pair for what is cut.
  Encoding encode_pair(const TextPair& pair) const;

  const ModelFolder& folder() const noexcept { return folder_; }
  const WordPieceTokenizer& tokenizer() const noexcept { return tokenizer_; }
  const Session& session() const noexcept { return *session_; }
  const BatchRunner& runner() const noexcept { return runner_; }
  const EncoderInfo& info() const noexcept { return info_; }

  /// Throws io, naming the model and the text, for an output that cannot be right: our own files and
  /// code are at fault, not the request.
  [[noreturn]] void refuse_output(std::string_view what, std::string_view text) const;

 private:
  EncoderModel(const ModelFolder& folder, const EncoderOptions& options);

  ModelFolder folder_;
  WordPieceTokenizer tokenizer_;
  std::unique_ptr<const Session> session_;
  SpecialTokenText special_tokens_;
  RolePrompts prompts_;
  EncoderInfo info_;
  BatchRunner runner_;
};

std::unique_ptr<DenseEncoder> dense_encoder_over(std::unique_ptr<const EncoderModel> model);
/// The `top_k` heaviest terms are kept; 0: all.
std::unique_ptr<SparseEncoder> sparse_encoder_over(std::unique_ptr<const EncoderModel> model,
                                                   std::size_t top_k);
std::unique_ptr<PairScorer> pair_scorer_over(std::unique_ptr<const EncoderModel> model);

}  // namespace marrow
