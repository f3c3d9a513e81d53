#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace marrow {

/// How texts are packed into batches.
struct BatchPolicy {
  /// Padded tokens a batch. Small enough that a layer's activations stay in the processor's cache: a
  /// feed-forward layer of width 1,536 takes 3 MB for 512 tokens and 50 MB for 8,192.
  std::size_t token_budget = 512;
  /// Padded lengths are multiples of this, so that few shapes exist: a runtime keeps memory for each.
  std::size_t length_step = 16;
  /// No length is padded beyond this, the model's limit.
  std::size_t max_length = 512;

  /// Throws invalid_argument when one of them is 0.
  void validate() const;
};

/// One batch to run: these texts, padded to `length`, and empty rows up to `row_count`.
struct PlannedBatch {
  std::vector<std::size_t> texts;  ///< places in the planned lengths, longest first
  std::size_t length = 0;          ///< tokens a row, padding included
  std::size_t row_count = 0;       ///< at least texts.size(); the rest are empty rows
};

/// Packs texts of these token counts (at most policy.max_length each) into batches, longest first: every
/// text in one batch, each batch as many rows as the budget allows at its longest text's padded length.
/// The last batch is filled up to a power of two of rows, so that few shapes exist for each padded length.
/// Between equal lengths the earlier text comes first.
std::vector<PlannedBatch> plan_batches(std::span<const std::size_t> token_counts, const BatchPolicy& policy);

}  // namespace marrow
