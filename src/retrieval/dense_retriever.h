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

/// A dense leg: exact search of one field of vectors by inner product. See search_flat().
/// Thread safety: Retriever's. `pool` must outlive it.
class DenseRetriever final : public Retriever {
 public:
  /// `encoder` may be null: then only encoded queries can be searched, and search() throws
  /// invalid_argument. Throws invalid_argument when the encoder is not the model that made the field.
  DenseRetriever(DenseField field, std::shared_ptr<const DenseEncoder> encoder, ThreadPool& pool,
                 std::string name);

  const std::string& name() const noexcept override { return name_; }
  std::size_t dimension() const noexcept { return field_.dimension; }

  /// search_all() of queries that are encoded already: a row-major matrix of dimension() floats a row.
  /// One list a row. Throws invalid_argument when depth is 0, or naming the first row that
  /// check_dense_queries() refuses.
  std::vector<std::vector<Hit>> search_encoded(std::span<const float> queries, std::size_t depth,
                                               const Progress& progress = {}) const;

  /// explain() of a query that is encoded already, dimension() floats.
  Explanation explain_encoded(std::span<const float> query, const Hit& hit) const;

 private:
  std::vector<std::vector<Hit>> do_search_all(std::span<const std::string_view> queries, std::size_t depth,
                                              const Progress& progress) const override;
  Explanation do_explain(std::string_view query, const Hit& hit) const override;

  const DenseEncoder& encoder() const;

  DenseField field_;
  std::shared_ptr<const DenseEncoder> encoder_;
  ThreadPool& pool_;
  std::string name_;
};

}  // namespace marrow
