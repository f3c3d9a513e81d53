#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// The value types that every stage passes to the next.
namespace marrow {

/// A unit's place in one segment, counted from 0. Never decides a tie.
enum class DocId : std::uint32_t {};
/// A term's place in a lexicon or in a model's vocabulary, counted from 0.
enum class TermId : std::uint32_t {};
/// The order in which documents were added. Kept through commits and merges; decides ties.
enum class Sequence : std::uint64_t {};

constexpr std::size_t index_of(DocId id) noexcept { return static_cast<std::size_t>(id); }
constexpr std::size_t index_of(TermId id) noexcept { return static_cast<std::size_t>(id); }
constexpr std::uint64_t value_of(Sequence sequence) noexcept { return static_cast<std::uint64_t>(sequence); }

/// One document as the user gave it. `external_id` is the user's own string.
struct Document {
  std::string external_id;
  std::string title;  ///< may be empty
  std::string text;
  friend bool operator==(const Document&, const Document&) = default;
};

/// What is indexed and encoded: the title, one blank, the text; without the blank when either is empty.
std::string full_text(const Document& document);

/// One question as the user gave it.
struct Query {
  std::string external_id;
  std::string text;
  friend bool operator==(const Query&, const Query&) = default;
};

/// One ranked document. `score` is finite and larger is better.
struct Hit {
  Sequence document{};
  std::uint32_t unit = 0;  ///< the document's unit (chunk) that scored best, counted from 0
  float score = 0.0F;
  friend bool operator==(const Hit&, const Hit&) = default;
};

/// The project-wide result order: score descending, then sequence ascending.
/// Strict and total over hits with finite scores and distinct documents.
constexpr bool ranks_before(const Hit& a, const Hit& b) noexcept {
  return a.score != b.score ? a.score > b.score : a.document < b.document;
}

/// A learned-sparse vector: `terms` strictly ascending, `weights[i] > 0` belongs to `terms[i]`.
struct SparseVector {
  std::vector<TermId> terms;
  std::vector<float> weights;
  friend bool operator==(const SparseVector&, const SparseVector&) = default;
};

/// Called now and then during long work with what is done of how much (0 when unknown), from one
/// thread at a time. May throw Interrupted to stop the work. An empty function is not called.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

}  // namespace marrow
