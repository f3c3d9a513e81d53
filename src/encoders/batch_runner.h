#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "encoders/batching.h"
#include "marrow/types.h"
#include "models/session.h"
#include "text/wordpiece.h"

namespace marrow {

/// What the network gave for one text, for a callback. A view, valid during the call.
struct RowOutput {
  std::span<const float> values;       ///< token_states: length x width; text_rows: width
  std::span<const std::int32_t> mask;  ///< of the row, padding 0
};

/// Runs a network over many texts: tokenizes them in windows, packs them into batches, and runs one
/// request a worker. Memory is bound by the window and the token budget, not by the number of texts.
/// Thread safety: run() may be called from several threads; the calls take turns.
class BatchRunner {
 public:
  /// `session` and `pool` must outlive the runner.
  BatchRunner(const Session& session, ThreadPool& pool, const BatchPolicy& policy, std::int32_t padding_id);

  using Tokenize = std::function<Encoding(std::size_t index)>;
  using Consume = std::function<void(std::size_t index, const RowOutput& row)>;

  /// Calls tokenize(i) once for every i below `count`, and consume(i, row) once with what the network
  /// gave for it; both from several workers at once, in no order. What a callback throws ends the run.
  void run(std::size_t count, const Tokenize& tokenize, const Consume& consume,
           const Progress& progress = {});

 private:
  void run_window(std::span<const Encoding> encodings, std::size_t first, const Consume& consume,
                  const std::function<void(std::size_t worker, std::size_t texts)>& finished);
  TokenBatch fill(const PlannedBatch& plan, std::span<const Encoding> encodings) const;

  const Session& session_;
  ThreadPool& pool_;
  BatchPolicy policy_;
  std::int32_t padding_id_;
  std::vector<std::unique_ptr<InferenceRequest>> requests_;  // one a worker, made when first needed
};

}  // namespace marrow
