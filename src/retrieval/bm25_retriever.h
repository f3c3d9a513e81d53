#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parallel.h"
#include "marrow/retriever.h"
#include "retrieval/bm25.h"
#include "retrieval/fields.h"
#include "retrieval/score_window.h"

namespace marrow {

/// The bm25 leg: exhaustive BM25 over one snapshot. See Bm25Scorer for the formula.
///
/// A query's terms are those the field's analyzer gives; their shares are added in double in the order
/// in which the query first names them, then rounded to float once. Units that hold none of the terms
/// are no hits. O(postings of the terms) a query, queries in parallel.
/// Thread safety: Retriever's. `pool` must outlive it.
class Bm25Retriever final : public Retriever {
 public:
  /// Throws invalid_argument when an option is out of its range.
  Bm25Retriever(Bm25Field field, const Bm25Options& options, ThreadPool& pool, std::string name = "bm25");

  const std::string& name() const noexcept override { return name_; }
  const Bm25Options& options() const noexcept { return options_; }

 private:
  struct QueryTerm {
    std::string text;
    std::uint32_t times = 0;  ///< that it counts in the query
    std::uint64_t document_frequency = 0;
  };

  std::vector<std::vector<Hit>> do_search_all(std::span<const std::string_view> queries, std::size_t depth,
                                              const Progress& progress) const override;
  Explanation do_explain(std::string_view query, const Hit& hit) const override;

  std::vector<QueryTerm> terms_of(std::string_view query) const;
  std::vector<Hit> search_one(std::string_view query, std::size_t depth, ScoreWindow& window) const;
  Explanation explain_unit(std::string_view query, const Bm25Part& part, DocId unit) const;

  Bm25Field field_;
  Bm25Options options_;
  Bm25Scorer scorer_;
  ThreadPool& pool_;
  std::string name_;
};

}  // namespace marrow
