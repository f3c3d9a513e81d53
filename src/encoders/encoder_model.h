#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/parallel.h"
#include "encoders/batch_runner.h"
#include "encoders/open_encoder.h"
#include "marrow/encoder.h"
#include "models/model.h"
#include "models/model_folder.h"
#include "models/session.h"
#include "text/wordpiece.h"

namespace marrow {

/// What every encoder is made of: a folder, its tokenizer, its network and workers to run it.
/// Thread safety: the runner's calls take turns; the rest is immutable.
struct EncoderModel {
  /// Throws as open_dense_encoder. `settings` is what else changes an output, for the identity.
  EncoderModel(const std::filesystem::path& path, ModelTask task, const EncoderOptions& options,
               const std::string& settings);

  /// `text` with the model's prompt for `role` in front, once.
  std::string prompted(std::string_view text, TextRole role) const;

  ModelFolder folder;
  WordPieceTokenizer tokenizer;
  std::unique_ptr<Session> session;
  ThreadPool pool;
  EncoderInfo info;
  std::string query_prompt;
  std::string passage_prompt;
  mutable BatchRunner runner;
};

}  // namespace marrow
