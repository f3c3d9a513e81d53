#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "marrow/encoder.h"
#include "text/wordpiece.h"

/// Model folders → encoders.
namespace marrow {

struct EncoderOptions {
  std::string name = {};                     ///< as the user asked for it; empty: the folder's name
  std::size_t threads = 0;                   ///< 0: one for each core this process may use
  std::size_t max_length = 0;                ///< tokens, special ones included; 0: the model's own limit
  std::size_t top_k = 0;                     ///< sparse: heaviest terms kept; 0: all
  std::filesystem::path plugin_folder = {};  ///< see SessionOptions
  std::size_t token_budget = 512;            ///< padded tokens a batch; see BatchPolicy
  /// Texts are not to be trusted, so what spells a special token is plain text unless asked for.
  SpecialTokenText special_tokens = SpecialTokenText::safe;
};

/// Each throws what reading the folder and opening the model throw; bad_input when the folder holds a
/// model for another task or its tokenizer does not fit its network; invalid_argument when max_length is
/// below 3 or above what the network can read, or token_budget is 0.
///
/// encode() and score() throw io when the network gives what no network should: a vector of zeros, or a
/// number that is not finite.
std::unique_ptr<DenseEncoder> open_dense_encoder(const std::filesystem::path& folder,
                                                 const EncoderOptions& options = {});
std::unique_ptr<SparseEncoder> open_sparse_encoder(const std::filesystem::path& folder,
                                                   const EncoderOptions& options = {});
std::unique_ptr<PairScorer> open_pair_scorer(const std::filesystem::path& folder,
                                             const EncoderOptions& options = {});

}  // namespace marrow
