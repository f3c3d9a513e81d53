#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "encoders/batching.h"
#include "marrow/types.h"
#include "models/session.h"
#include "text/wordpiece.h"

namespace marrow {

/// What the network gave for one text. A view, valid during the callback that gets it.
struct RowOutput {
  std::span<const float> values;       ///< token_states: mask.size() x width; text_rows: width
  std::span<const std::int32_t> mask;  ///< 1 for the text's tokens, 0 for the padding behind them
};

/// Runs a network over many texts: tokenizes them in windows, packs each window into batches, and lets
/// every worker take the next batch, longest first, with a request of its own. Memory is bound by the
/// window and the token budget, not by the number of texts.
///
/// Thread safety: run() may be called from several threads at once. Runs of one batch, such as a query,
/// go side by side in their callers' threads; larger ones take turns in the workers.
class BatchRunner {
 public:
  /// `session` must outlive the runner. It gets as many workers as the session has threads.
  BatchRunner(const Session& session, const BatchPolicy& policy, std::int32_t padding_id);

  using Tokenize = std::function<Encoding(std::size_t index)>;
  using Consume = std::function<void(std::size_t index, const RowOutput& row)>;

  /// Calls tokenize(i) once for every i below `count`, and consume(i, row) once with what the network
  /// gave for it; both from several threads at once, in no order. Where a text stands and with which it
  /// shares a batch depends on token counts only, never on threads. What a callback throws ends the run.
  void run(std::size_t count, const Tokenize& tokenize, const Consume& consume,
           const Progress& progress = {}) const;

 private:
  struct Tokens;
  struct Call;
  void tokenize_window(Call& call, std::size_t count) const;
  void run_window(Call& call) const;
  void run_batch(Call& call, const PlannedBatch& plan, InferenceRequest& request) const;

  const Session& session_;
  BatchPolicy policy_;
  std::int32_t padding_id_;
  mutable ThreadPool pool_;
  mutable ObjectStock<InferenceRequest> requests_;
};

}  // namespace marrow
