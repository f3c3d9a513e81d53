#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/flat_vectors.h"
#include "index/impacts_view.h"
#include "index/lexicon.h"
#include "index/postings_view.h"
#include "index/unit_table.h"
#include "marrow/encoder.h"
#include "retrieval/bm25.h"
#include "text/analyzer.h"

/// What a leg reads: one field of one snapshot, a part for each segment. Views: what they look at must
/// outlive their users; `snapshot`, when set, owns it and so keeps it alive.
namespace marrow {

struct Bm25Part {
  Lexicon lexicon;
  PostingsView postings;
  UnitTable units;
};

struct Bm25Field {
  std::vector<Bm25Part> parts;
  std::shared_ptr<const Analyzer> analyzer;  ///< the one the documents went through
  std::shared_ptr<const void> snapshot;

  /// Of all parts.
  CollectionStatistics statistics() const noexcept;
  /// Units that hold the term, over all parts. Throws corrupt_index.
  std::uint64_t document_frequency(std::string_view term) const;
};

/// Which model made a field, as the index stores it.
struct FieldModel {
  std::string name;      ///< for example "bge-small-en-v1.5"
  std::string identity;  ///< EncoderInfo::identity
};

struct SparsePart {
  ImpactsView impacts;
  UnitTable units;
};

struct SparseField {
  std::vector<SparsePart> parts;
  std::size_t vocabulary_size = 0;
  FieldModel model;
  std::shared_ptr<const void> snapshot;
};

struct DensePart {
  FlatVectorsView vectors;
  UnitTable units;
};

struct DenseField {
  std::vector<DensePart> parts;
  std::size_t dimension = 0;
  FieldModel model;
  std::shared_ptr<const void> snapshot;
};

/// Throws invalid_argument, naming both, unless `encoder` is the model that made the field of leg `leg`.
void require_same_model(std::string_view leg, const FieldModel& field, const EncoderInfo& encoder);

}  // namespace marrow
