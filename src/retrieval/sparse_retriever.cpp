#include "retrieval/sparse_retriever.h"

#include <algorithm>
#include <array>
#include <utility>

#include "marrow/error.h"
#include "retrieval/impact_search.h"
#include "retrieval/unit_search.h"

namespace marrow {
namespace {

/// The weight of `term` in `unit`, 0 when it is not there.
float weight_in(const SparsePart& part, TermId term, DocId unit) {
  const auto list = part.impacts.list(term);
  const auto found = std::lower_bound(list.docs.begin(), list.docs.end(), unit);
  if (found == list.docs.end() || *found != unit) return 0.0F;
  return list.weights[static_cast<std::size_t>(found - list.docs.begin())];
}

}  // namespace

SparseRetriever::SparseRetriever(SparseField field, std::shared_ptr<const SparseEncoder> encoder,
                                 ThreadPool& pool, std::string name)
    : field_(std::move(field)), encoder_(std::move(encoder)), pool_(pool), name_(std::move(name)) {
  if (encoder_) require_same_model(name_, field_.model, encoder_->info());
}

const SparseEncoder& SparseRetriever::encoder() const {
  if (encoder_) return *encoder_;
  throw Error(ErrorCode::invalid_argument,
              name_ + ": no model to encode queries with; the index needs " + quote(field_.model.name));
}

std::vector<std::vector<Hit>> SparseRetriever::do_search_all(std::span<const std::string_view> queries,
                                                             std::size_t depth,
                                                             const Progress& progress) const {
  return search_encoded(encoder().encode(queries, TextRole::query, progress), depth);
}

std::vector<std::vector<Hit>> SparseRetriever::search_encoded(std::span<const SparseVector> queries,
                                                              std::size_t depth,
                                                              const Progress& progress) const {
  require_depth(depth);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    check_sparse_query(queries[i], field_.vocabulary_size, name_ + ": query " + std::to_string(i));
  }
  std::vector<std::vector<Hit>> results(queries.size());
  WorkerWindows windows(pool_.threads());
  for_each_query(pool_, queries.size(), progress, [&](std::size_t query, std::size_t worker) {
    PooledTopK best(depth);
    for (const SparsePart& part : field_.parts) {
      search_impacts(part, queries[query], windows[worker], best);
    }
    results[query] = std::move(best).take();
  });
  return results;
}

Explanation SparseRetriever::do_explain(std::string_view query, const Hit& hit) const {
  const std::array<std::string_view, 1> queries{query};
  return explain_encoded(encoder().encode(queries, TextRole::query).front(), hit);
}

Explanation SparseRetriever::explain_encoded(const SparseVector& query, const Hit& hit) const {
  check_sparse_query(query, field_.vocabulary_size, name_);
  for (const SparsePart& part : field_.parts) {
    if (const auto unit = find_unit(part.units, hit)) return explain_unit(query, part, *unit);
  }
  throw_no_such_unit(name_, hit);
}

Explanation SparseRetriever::explain_unit(const SparseVector& query, const SparsePart& part,
                                          DocId unit) const {
  Explanation sum{name_ + ": sum of the shares of the query's terms", 0.0, {}};
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    const TermId term = query.terms[i];
    const float weight = weight_in(part, term, unit);
    if (weight <= 0.0F) continue;
    const double share = static_cast<double>(query.weights[i]) * weight;
    const std::string text = encoder_ ? " " + quote(encoder_->term_text(term)) : "";
    sum.value += share;
    sum.parts.push_back(
        {"term " + std::to_string(index_of(term)) + text + ": product of",
         share,
         {{"weight in the query", query.weights[i], {}}, {"weight in the unit", weight, {}}}});
  }
  return sum;
}

}  // namespace marrow
