#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "index/doc_store.h"
#include "index/flat_vectors.h"
#include "index/impacts_view.h"
#include "index/index_file.h"
#include "index/lexicon.h"
#include "index/manifest.h"
#include "index/postings_view.h"
#include "index/unit_table.h"

namespace marrow {

/// The BM25 field of one segment.
struct Bm25View {
  Lexicon lexicon;
  PostingsView postings;

  /// The postings of a term by its bytes; empty lists when no unit holds it.
  PostingsView::List list(std::string_view term) const;
  std::size_t document_frequency(std::string_view term) const;
};

/// The arrays of an impacts file. Throws corrupt_index when a section is missing.
ImpactsArrays impacts_arrays_of(const IndexFile& file);

/// An immutable part of an index, mapped: some of its documents, with every field. DocIds and
/// DocumentRows count inside it. Fields are named by their place in Manifest::fields.
///
/// What is returned lives as long as the segment. Thread safety: immutable, freely shared.
class Segment {
 public:
  /// Maps the segment's files. O(metadata). Throws io when one cannot be mapped, corrupt_index when one
  /// is missing, is not what the manifest says, or does not fit the others.
  static Segment open(const std::filesystem::path& folder, const SegmentEntry& entry,
                      std::span<const Field> fields);

  /// From opened files, in the order of expected_files(fields). Throws corrupt_index as open().
  Segment(std::vector<IndexFile> files, const SegmentEntry& entry, std::span<const Field> fields);

  std::size_t unit_count() const noexcept { return units_.unit_count(); }
  std::size_t document_count() const noexcept { return units_.document_count(); }

  const UnitTable& units() const noexcept { return units_; }
  const DocStore& documents() const noexcept { return documents_; }

  /// Each requires `field` to be of that kind (IndexReader::field finds it).
  const Bm25View& bm25(std::size_t field) const;
  const ImpactsView& impacts(std::size_t field) const;
  const QuantizedImpactsView& quantized_impacts(std::size_t field) const;
  const FlatVectorsView& vectors(std::size_t field) const;

 private:
  /// The views of one field: those of its kind.
  struct FieldViews {
    std::optional<Bm25View> bm25;
    std::optional<ImpactsView> impacts;
    std::optional<QuantizedImpactsView> quantized;
    std::optional<FlatVectorsView> vectors;
  };

  void open_field_file(std::size_t place, const FileEntry& entry, const Field& field);

  std::vector<IndexFile> files_;  // in the order of expected_files()
  UnitTable units_;
  DocStore documents_;
  std::vector<FieldViews> fields_;
};

}  // namespace marrow
