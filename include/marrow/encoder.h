#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/types.h"

/// What turns texts into vectors and scores, whatever model stands behind it.
namespace marrow {

/// Which side of the pair a text is on. Bi-encoders may prefix the two differently.
enum class TextRole : std::uint8_t { query, passage };

/// What a model is and where it really runs. Stands on every report.
struct EncoderInfo {
  std::string name;             ///< as the user asked for it, for example "all-MiniLM-L6-v2"
  std::string identity;         ///< changes whenever an output could: weights hash, pooling, prompts, limits
  std::string device;           ///< "CPU"
  std::string precision;        ///< "f32"
  std::string instruction_set;  ///< "avx2", "avx512", …
  std::size_t threads = 1;
  std::size_t max_length = 0;  ///< tokens, special ones included
  std::string query_prompt;    ///< put in front of every query; empty for most models
  std::string passage_prompt;  ///< put in front of every passage
};

/// Turns texts into vectors of one fixed width.
///
/// Contract, for every implementation:
///   - row i of the result depends on texts[i] and role only, never on its batch neighbours
///     (beyond 1e-5 relative rounding);
///   - rows have unit L2 length, so inner product is cosine similarity;
///   - a text longer than the limit is cut, never refused.
/// Thread safety: const members may run on several threads at once.
class DenseEncoder {
 public:
  virtual ~DenseEncoder() = default;

  virtual std::size_t dimension() const noexcept = 0;
  virtual const EncoderInfo& info() const noexcept = 0;

  /// Writes a row-major texts.size() x dimension() matrix into `out`.
  /// Throws invalid_argument unless out.size() is exactly that.
  void encode(std::span<const std::string_view> texts, TextRole role, std::span<float> out,
              const Progress& progress = {}) const;

 private:
  virtual void do_encode(std::span<const std::string_view> texts, TextRole role, std::span<float> out,
                         const Progress& progress) const = 0;
};

/// Turns texts into non-negative weights over a vocabulary (learned sparse, SPLADE).
/// The contract is DenseEncoder's, without the unit length.
class SparseEncoder {
 public:
  virtual ~SparseEncoder() = default;

  virtual std::size_t vocabulary_size() const noexcept = 0;
  virtual const EncoderInfo& info() const noexcept = 0;

  /// The vocabulary entry of `term`, for display only. Throws invalid_argument out of range.
  virtual std::string term_text(TermId term) const = 0;

  /// One vector a text, in the order of `texts`.
  std::vector<SparseVector> encode(std::span<const std::string_view> texts, TextRole role,
                                   const Progress& progress = {}) const;

 private:
  virtual std::vector<SparseVector> do_encode(std::span<const std::string_view> texts, TextRole role,
                                              const Progress& progress) const = 0;
};

/// A query and one passage, read together. A view: both texts must outlive it.
struct TextPair {
  std::string_view query;
  std::string_view passage;
};

/// Scores a passage for a query by reading both in one sequence (cross-encoder).
/// Scores are raw logits: larger is better, no sigmoid. Only the passage is cut at the limit.
/// Thread safety: const members may run on several threads at once.
class PairScorer {
 public:
  virtual ~PairScorer() = default;

  virtual const EncoderInfo& info() const noexcept = 0;

  /// out[i] becomes the logit of pairs[i]. Throws invalid_argument unless the sizes agree.
  void score(std::span<const TextPair> pairs, std::span<float> out, const Progress& progress = {}) const;

 private:
  virtual void do_score(std::span<const TextPair> pairs, std::span<float> out,
                        const Progress& progress) const = 0;
};

}  // namespace marrow
