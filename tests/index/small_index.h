#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_builder.h"
#include "marrow/types.h"

/// A tiny index with every kind of field, and the collection it is made of.
namespace marrow::test {

struct SmallUnit {
  Document document;
  std::vector<std::string_view> terms;
  SparseVector sparse;
  std::vector<float> dense;  ///< of dimension 3
};

/// Four documents: a usual one, one without text, one with an odd id, one with a title only.
inline std::vector<SmallUnit> small_collection() {
  const auto sparse = [](std::vector<std::uint32_t> terms, std::vector<float> weights) {
    SparseVector vector;
    for (const std::uint32_t term : terms) vector.terms.push_back(TermId(term));
    vector.weights = std::move(weights);
    return vector;
  };
  return {
      {{"d1", "Tides", "The moon moves the sea."},
       {"tide", "moon", "move", "sea"},
       sparse({1, 4}, {0.5F, 2.0F}),
       {1, 0, 0}},
      {{"empty", "", ""}, {}, {}, {0, 1, 0}},
      {{"ìwé \t3", "", "The sea, the sea."}, {"sea", "sea"}, sparse({4}, {1.0F}), {0, 0.6F, 0.8F}},
      {{"4", "Moon", ""}, {"moon"}, sparse({0, 1, 4}, {0.25F, 0.125F, 0.001F}), {-1, 0, 0}},
  };
}

inline std::vector<Field> small_fields() {
  Field bm25;
  bm25.identity = "english";
  Field sparse;
  sparse.kind = FieldKind::sparse;
  sparse.name = "tiny";
  sparse.model = "splade-tiny";
  sparse.identity = "sha256:00";
  sparse.width = 5;
  sparse.quantized = true;
  Field dense;
  dense.kind = FieldKind::dense;
  dense.name = "small";
  dense.details = "query: Represent this sentence: ";
  dense.width = 3;
  return {bm25, sparse, dense};
}

inline constexpr std::string_view kSparseLeg = "sparse:tiny";
inline constexpr std::string_view kDenseLeg = "dense:small";

/// Fills a builder that has small_fields().
inline void add_all(IndexBuilder& builder, std::span<const SmallUnit> units) {
  for (const SmallUnit& unit : units) {
    builder.add(unit.document, unit.terms);
    builder.add_sparse(kSparseLeg, unit.sparse);
    builder.add_dense(kDenseLeg, unit.dense);
  }
}

/// Builds the tiny index in `folder`.
inline void build_small_index(const std::filesystem::path& folder,
                              TextStorage storage = TextStorage::compressed) {
  IndexOptions options;
  options.fields = small_fields();
  options.text_storage = storage;
  IndexBuilder builder(folder, options);
  add_all(builder, small_collection());
  builder.commit();
}

}  // namespace marrow::test
