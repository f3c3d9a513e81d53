#pragma once

#include <cstddef>
#include <memory>

#include "marrow/encoder.h"

/// Encoders without a model, for tests, examples and pages: deterministic everywhere, and texts that share
/// words come close. A word is a run of ASCII letters and digits or of bytes above 127, ASCII case ignored;
/// its hash is FNV-1a's, so that outputs stay the same across machines and versions.
namespace marrow {

/// A hashed bag of words: each occurrence adds 1 or -1 to one place. A text without words, and one whose
/// words cancel out, is the first unit vector. Throws invalid_argument when `dimension` is 0.
std::unique_ptr<DenseEncoder> make_fake_dense_encoder(std::size_t dimension = 64);

/// Each distinct word is a term; n occurrences weigh 2n / (1 + n). Words whose hashes meet are one term.
/// Throws invalid_argument when `vocabulary_size` is 0.
std::unique_ptr<SparseEncoder> make_fake_sparse_encoder(std::size_t vocabulary_size = std::size_t{1} << 15U);

/// The share of the query's distinct words that the passage has, as a logit from -4 to 4.
std::unique_ptr<PairScorer> make_fake_pair_scorer();

}  // namespace marrow
