#include "engine/legs.h"

#include <utility>

#include "marrow/error.h"
#include "retrieval/bm25_retriever.h"
#include "retrieval/dense_retriever.h"
#include "retrieval/index_fields.h"
#include "retrieval/sparse_retriever.h"

namespace marrow {
namespace {

using Snapshot = std::shared_ptr<const IndexReader>;

Bm25Options options_of(const Bm25Parameters& parameters) {
  return {.k1 = parameters.k1,
          .b = parameters.b,
          .lengths = length_precision_of(parameters.lengths),
          .unique_query_terms = parameters.unique_query_terms};
}

ModelProvider& require_models(const std::shared_ptr<ModelProvider>& models, const std::string& leg) {
  if (models) return *models;
  throw Error(ErrorCode::invalid_argument,
              "leg " + quote(leg) + " needs a model, and this engine was given none");
}

/// Opens one leg of a snapshot.
std::unique_ptr<const Retriever> open_leg(const Snapshot& reader, const Field& field,
                                          const Bm25Options& options,
                                          const std::shared_ptr<ModelProvider>& models, ThreadPool& pool) {
  const std::string name = leg_name(field);
  if (field.kind == FieldKind::bm25)
    return std::make_unique<Bm25Retriever>(bm25_field(reader), options, pool);
  ModelProvider& provider = require_models(models, name);
  if (field.kind == FieldKind::sparse) {
    return std::make_unique<SparseRetriever>(sparse_field(reader, name), provider.sparse_encoder(field.model),
                                             pool, name);
  }
  return std::make_unique<DenseRetriever>(dense_field(reader, name), provider.dense_encoder(field.model),
                                          pool, name);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

}  // namespace

Legs::Legs(Snapshot reader, const Bm25Parameters& bm25, std::shared_ptr<ModelProvider> models,
           ThreadPool& pool)
    : reader_(std::move(reader)) {
  const Bm25Options options = options_of(bm25);
  options.validate();
  for (const Field& field : reader_->fields()) {
    legs_.try_emplace(leg_name(field), [snapshot = reader_, &field, options, models, &pool] {
      return open_leg(snapshot, field, options, models, pool);
    });
  }
}

std::vector<std::string> Legs::names() const {
  std::vector<std::string> names;
  for (const Field& field : reader_->fields()) names.push_back(leg_name(field));
  return names;
}

std::string Legs::full_name(std::string_view name) const {
  if (legs_.contains(name)) return std::string(name);
  std::vector<std::string> meant;
  for (const std::string& leg : names()) {
    if (leg.starts_with(std::string(name) + ':')) meant.push_back(leg);
  }
  if (meant.size() == 1) return meant.front();
  throw Error(ErrorCode::not_found,
              "leg " + quote(name) +
                  (meant.empty() ? " is not in this index; it has: " + listed(names())
                                 : " means several: " + listed(meant) + "; name one of them"));
}

const Retriever& Legs::get(std::string_view name) const { return legs_.find(full_name(name))->second.get(); }

}  // namespace marrow
