#include "retrieval/index_fields.h"

#include <string>

#include "marrow/error.h"

namespace marrow {
namespace {

/// The place of `leg` in the index's fields. Throws unless it is of `kind`.
std::size_t place_of(const IndexReader& index, std::string_view leg, FieldKind kind, const char* kind_name) {
  const std::size_t place = index.field(leg);
  if (index.fields()[place].kind != kind) {
    throw Error(ErrorCode::invalid_argument, quote(leg) + " is no " + kind_name + " leg");
  }
  return place;
}

FieldModel model_of(const Field& field) { return {field.model, field.identity}; }

}  // namespace

Bm25Field bm25_field(const std::shared_ptr<const IndexReader>& index, std::string_view leg) {
  const std::size_t place = place_of(*index, leg, FieldKind::bm25, "bm25");
  Bm25Field field;
  for (const Segment& segment : index->segments()) {
    const Bm25View& terms = segment.bm25(place);
    field.parts.push_back({terms.lexicon, terms.postings, segment.units()});
  }
  field.analyzer = std::make_shared<const Analyzer>(index->fields()[place].identity);
  field.snapshot = index;
  return field;
}

SparseField sparse_field(const std::shared_ptr<const IndexReader>& index, std::string_view leg) {
  const std::size_t place = place_of(*index, leg, FieldKind::sparse, "sparse");
  SparseField field;
  for (const Segment& segment : index->segments()) {
    field.parts.push_back({segment.impacts(place), segment.units()});
  }
  field.vocabulary_size = index->fields()[place].width;
  field.model = model_of(index->fields()[place]);
  field.snapshot = index;
  return field;
}

DenseField dense_field(const std::shared_ptr<const IndexReader>& index, std::string_view leg) {
  const std::size_t place = place_of(*index, leg, FieldKind::dense, "dense");
  DenseField field;
  for (const Segment& segment : index->segments()) {
    field.parts.push_back({segment.vectors(place), segment.units()});
  }
  field.dimension = index->fields()[place].width;
  field.model = model_of(index->fields()[place]);
  field.snapshot = index;
  return field;
}

}  // namespace marrow
