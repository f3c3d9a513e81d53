#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parallel.h"
#include "marrow/encoder.h"
#include "marrow/retriever.h"
#include "retrieval/fields.h"

namespace marrow {

/// A sparse leg: exact search of one field of learned-sparse impacts. See search_impacts().
/// Thread safety: Retriever's. `pool` must outlive it.
class SparseRetriever final : public Retriever {
 public:
  /// `encoder` may be null: then only encoded queries can be searched, and search() throws
  /// invalid_argument. Throws invalid_argument when the encoder is not the model that made the field.
  SparseRetriever(SparseField field, std::shared_ptr<const SparseEncoder> encoder, ThreadPool& pool,
                  std::string name);

  const std::string& name() const noexcept override { return name_; }
  std::size_t vocabulary_size() const noexcept { return field_.vocabulary_size; }

  /// search_all() of queries that are encoded already, one list each, in their order. A query without
  /// terms has no hits. Throws invalid_argument when depth is 0, or naming the first query that breaks
  /// SparseVector's contract or the field's vocabulary.
  std::vector<std::vector<Hit>> search_encoded(std::span<const SparseVector> queries, std::size_t depth,
                                               const Progress& progress = {}) const;

  /// explain() of a query that is encoded already.
  Explanation explain_encoded(const SparseVector& query, const Hit& hit) const;

 private:
  std::vector<std::vector<Hit>> do_search_all(std::span<const std::string_view> queries, std::size_t depth,
                                              const Progress& progress) const override;
  Explanation do_explain(std::string_view query, const Hit& hit) const override;

  const SparseEncoder& encoder() const;
  Explanation explain_unit(const SparseVector& query, const SparsePart& part, DocId unit) const;

  SparseField field_;
  std::shared_ptr<const SparseEncoder> encoder_;
  ThreadPool& pool_;
  std::string name_;
};

}  // namespace marrow
