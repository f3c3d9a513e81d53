#include <array>
#include <string>
#include <utility>

#include "marrow/encoder.h"
#include "marrow/error.h"
#include "marrow/retriever.h"

/// The argument checks of the public interfaces: done once, here, for every implementation.
namespace marrow {
namespace {

void require_size(const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw Error(ErrorCode::invalid_argument, std::string(what) + ": out holds " + std::to_string(found) +
                                               " floats, expected " + std::to_string(expected));
}

}  // namespace

std::string full_text(const Document& document) {
  if (document.title.empty()) return document.text;
  if (document.text.empty()) return document.title;
  return document.title + ' ' + document.text;
}

void DenseEncoder::encode(std::span<const std::string_view> texts, TextRole role, std::span<float> out,
                          const Progress& progress) const {
  require_size("encode", out.size(), texts.size() * dimension());
  if (!texts.empty()) do_encode(texts, role, out, progress);
}

std::vector<SparseVector> SparseEncoder::encode(std::span<const std::string_view> texts, TextRole role,
                                                const Progress& progress) const {
  return texts.empty() ? std::vector<SparseVector>{} : do_encode(texts, role, progress);
}

void PairScorer::score(std::span<const TextPair> pairs, std::span<float> out,
                       const Progress& progress) const {
  require_size("score", out.size(), pairs.size());
  if (!pairs.empty()) do_score(pairs, out, progress);
}

std::vector<Hit> Retriever::search(std::string_view query, std::size_t depth) const {
  const std::array<std::string_view, 1> queries{query};
  return std::move(search_all(queries, depth).front());
}

std::vector<std::vector<Hit>> Retriever::search_all(std::span<const std::string_view> queries,
                                                    std::size_t depth, const Progress& progress) const {
  if (depth == 0) throw Error(ErrorCode::invalid_argument, "search: depth must be at least 1, got 0");
  return queries.empty() ? std::vector<std::vector<Hit>>{} : do_search_all(queries, depth, progress);
}

Explanation Retriever::explain(std::string_view query, const Hit& hit) const {
  return do_explain(query, hit);
}

Explanation Retriever::do_explain(std::string_view /*query*/, const Hit& hit) const {
  return {"score of " + name(), hit.score, {}};
}

}  // namespace marrow
