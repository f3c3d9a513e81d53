#include "retrieval/impact_search.h"

#include <cmath>
#include <string>

#include "core/number_text.h"
#include "marrow/error.h"
#include "retrieval/unit_search.h"

namespace marrow {
namespace {

/// A query term's impacts, as score_units() takes them.
struct ImpactList {
  std::span<const DocId> docs;
  std::span<const float> weights;
  double query_weight;

  double share(std::size_t i) const noexcept { return query_weight * weights[i]; }
};

}  // namespace

void check_sparse_query(const SparseVector& query, std::size_t vocabulary_size, std::string_view what) {
  const auto refuse = [&](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, std::string(what) + ": " + message);
  };
  if (query.terms.size() != query.weights.size()) {
    refuse(std::to_string(query.terms.size()) + " terms but " + std::to_string(query.weights.size()) +
           " weights");
  }
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    const std::string term = "term " + std::to_string(index_of(query.terms[i]));
    if (index_of(query.terms[i]) >= vocabulary_size) {
      refuse(term + " is not below the vocabulary's size, " + std::to_string(vocabulary_size));
    }
    if (i > 0 && query.terms[i - 1] >= query.terms[i]) {
      refuse(term + " comes after term " + std::to_string(index_of(query.terms[i - 1])) +
             "; terms must ascend");
    }
    if (!(std::isfinite(query.weights[i]) && query.weights[i] > 0.0F)) {
      refuse(term + " has the weight " + number_text(query.weights[i]) +
             "; a weight must be finite and above 0");
    }
  }
}

void search_impacts(const SparsePart& part, const SparseVector& query, ScoreWindow& window,
                    PooledTopK& best) {
  std::vector<ImpactList> lists;
  lists.reserve(query.terms.size());
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    const auto list = part.impacts.list(query.terms[i]);
    if (!list.docs.empty()) lists.push_back({list.docs, list.weights, query.weights[i]});
  }
  score_units(std::span<const ImpactList>(lists), window,
              [&](DocId unit, double score) { offer_unit(best, part.units, unit, score); });
}

}  // namespace marrow
