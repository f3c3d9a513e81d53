#include "retrieval/dense_retriever.h"

#include <array>
#include <cmath>
#include <utility>

#include "core/simd.h"
#include "marrow/error.h"
#include "retrieval/flat_search.h"
#include "retrieval/unit_search.h"

namespace marrow {
namespace {

double length_of(std::span<const float> vector) {
  double sum = 0.0;
  for (const float value : vector) sum += static_cast<double>(value) * value;
  return std::sqrt(sum);
}

Explanation explain_row(std::span<const float> query, std::span<const float> row, const std::string& name) {
  std::array<float, 1> product{};
  simd_kernels().inner_products(row, row.size(), query, product);
  return {
      name + ": inner product over " + std::to_string(query.size()) + " dimensions of two vectors",
      product[0],
      {{"length of the query's vector", length_of(query), {}}, {"length of the unit's", length_of(row), {}}}};
}

}  // namespace

DenseRetriever::DenseRetriever(DenseField field, std::shared_ptr<const DenseEncoder> encoder,
                               ThreadPool& pool, std::string name)
    : field_(std::move(field)), encoder_(std::move(encoder)), pool_(pool), name_(std::move(name)) {
  if (!encoder_) return;
  require_same_model(name_, field_.model, encoder_->info());
  if (encoder_->dimension() != field_.dimension) {
    throw Error(ErrorCode::invalid_argument,
                name_ + ": the index holds vectors of " + std::to_string(field_.dimension) + " dimensions, " +
                    quote(encoder_->info().name) + " gives " + std::to_string(encoder_->dimension()));
  }
}

const DenseEncoder& DenseRetriever::encoder() const {
  if (encoder_) return *encoder_;
  throw Error(ErrorCode::invalid_argument,
              name_ + ": no model to encode queries with; the index needs " + quote(field_.model.name));
}

std::vector<std::vector<Hit>> DenseRetriever::do_search_all(std::span<const std::string_view> queries,
                                                            std::size_t depth,
                                                            const Progress& progress) const {
  std::vector<float> vectors(queries.size() * field_.dimension);
  encoder().encode(queries, TextRole::query, vectors, progress);
  return search_encoded(vectors, depth);
}

std::vector<std::vector<Hit>> DenseRetriever::search_encoded(std::span<const float> queries,
                                                             std::size_t depth,
                                                             const Progress& progress) const {
  require_depth(depth);
  check_dense_queries(queries, field_.dimension, name_);
  return search_flat(field_, queries, depth, pool_, progress);
}

Explanation DenseRetriever::do_explain(std::string_view query, const Hit& hit) const {
  const std::array<std::string_view, 1> queries{query};
  std::vector<float> vector(field_.dimension);
  encoder().encode(queries, TextRole::query, vector);
  return explain_encoded(vector, hit);
}

Explanation DenseRetriever::explain_encoded(std::span<const float> query, const Hit& hit) const {
  check_dense_queries(query, field_.dimension, name_);
  if (query.size() != field_.dimension) {
    throw Error(ErrorCode::invalid_argument,
                name_ + ": explain takes one query, got " + std::to_string(query.size() / field_.dimension));
  }
  for (const DensePart& part : field_.parts) {
    if (const auto unit = find_unit(part.units, hit))
      return explain_row(query, part.vectors.row(*unit), name_);
  }
  throw_no_such_unit(name_, hit);
}

}  // namespace marrow
