#include "index/segment.h"

#include <string>
#include <system_error>
#include <utility>

#include "core/check.h"
#include "index/element_rules.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// States the rules of the documents file, before anything of it is read.
std::vector<IndexFile> with_document_rules(std::vector<IndexFile> files, const SegmentEntry& entry) {
  MARROW_ASSERT(files.size() == entry.files.size());
  files.front().require("ids.sorted", numbers_below(entry.document_count, "a document out of range"));
  files.front().require("units.documents", numbers_below(entry.document_count, "a document out of range"));
  return files;
}

/// Throws corrupt_index unless `found` is what the manifest says.
void require_count(const IndexFile& file, const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  file.fail_in("", std::to_string(found) + ' ' + what + ", the manifest says " + std::to_string(expected));
}

template <typename T>
T single_value(const IndexFile& file, std::string_view section) {
  const auto values = file.array<T>(section);
  if (values.size() != 1) file.fail_in(section, "expected one value, found " + std::to_string(values.size()));
  return values[0];
}

Bm25View open_bm25(IndexFile& file, std::size_t unit_count) {
  file.require("postings.docs", numbers_below(unit_count, "a unit out of range"));
  file.require("postings.frequencies", numbers_above_zero("a frequency of 0"));
  Bm25View bm25{
      Lexicon(StringArray(file.array<std::uint64_t>("lexicon.offsets"), file.array<char>("lexicon.bytes"))),
      PostingsView({file.array<std::uint64_t>("postings.offsets"), file.array<DocId>("postings.docs"),
                    file.array<std::uint32_t>("postings.frequencies"),
                    file.array<std::uint32_t>("units.lengths"),
                    single_value<std::uint64_t>(file, "statistics")})};
  require_count(file, "units", bm25.postings.unit_count(), unit_count);
  if (bm25.lexicon.size() != bm25.postings.term_count()) {
    file.fail_in("lexicon.offsets", std::to_string(bm25.lexicon.size()) + " terms, but posting lists of " +
                                        std::to_string(bm25.postings.term_count()));
  }
  return bm25;
}

ImpactsView open_impacts(IndexFile& file, const Field& field, std::size_t unit_count) {
  file.require("impacts.docs", numbers_below(unit_count, "a unit out of range"));
  file.require("impacts.weights", floats_above_zero("a weight that is not a finite number above 0"));
  const ImpactsView impacts(impacts_arrays_of(file), unit_count);
  require_count(file, "vocabulary entries", impacts.vocabulary_size(), field.width);
  return impacts;
}

FlatVectorsView open_vectors(IndexFile& file, const Field& field, std::size_t unit_count) {
  file.require("vectors.values", floats_finite("a value that is not a finite number"));
  const auto shape = file.array<std::uint64_t>("vectors.shape");
  if (shape.size() != 3) file.fail_in("vectors.shape", "expected rows, dimension and stride");
  require_count(file, "rows", shape[0], unit_count);
  require_count(file, "dimensions", shape[1], field.width);
  return {file.array<float>("vectors.values"), shape[0], shape[1], shape[2]};
}

}  // namespace

ImpactsArrays impacts_arrays_of(const IndexFile& file) {
  return {file.array<std::uint64_t>("impacts.offsets"), file.array<DocId>("impacts.docs"),
          file.array<float>("impacts.weights")};
}

PostingsView::List Bm25View::list(std::string_view term) const {
  const auto id = lexicon.find(term);
  return id ? postings.list(*id) : PostingsView::List{};
}

std::size_t Bm25View::document_frequency(std::string_view term) const {
  const auto id = lexicon.find(term);
  return id ? postings.document_frequency(*id) : 0;
}

Segment Segment::open(const std::filesystem::path& folder, const SegmentEntry& entry,
                      std::span<const Field> fields) {
  std::vector<IndexFile> files;
  files.reserve(entry.files.size());
  for (const FileEntry& file : entry.files) {
    const std::filesystem::path path = folder / segment_file_name(entry.number, file);
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) {
      throw Error(ErrorCode::corrupt_index, "corrupt index: " + path.string() + ": the file is missing");
    }
    files.emplace_back(path, file.kind);
    files.back().require_identity(file.identity);
  }
  return {std::move(files), entry, fields};
}

Segment::Segment(std::vector<IndexFile> files, const SegmentEntry& entry, std::span<const Field> fields)
    : files_(with_document_rules(std::move(files), entry)),
      units_(unit_table_of(files_.front())),
      documents_(files_.front()),
      fields_(fields.size()) {
  require_count(files_.front(), "documents", document_count(), entry.document_count);
  require_count(files_.front(), "external ids", documents_.size(), entry.document_count);
  require_count(files_.front(), "units", unit_count(), entry.unit_count);
  for (std::size_t i = 1; i < files_.size(); ++i) {
    open_field_file(i, entry.files[i], fields[entry.files[i].field]);
  }
}

void Segment::open_field_file(std::size_t place, const FileEntry& entry, const Field& field) {
  IndexFile& file = files_[place];
  FieldViews& views = fields_[entry.field];
  switch (entry.kind) {
    case FileKind::postings:
      views.bm25.emplace(open_bm25(file, unit_count()));
      return;
    case FileKind::impacts:
      views.impacts.emplace(open_impacts(file, field, unit_count()));
      return;
    case FileKind::quantized_impacts:
      // Its exact form is the file before it: expected_files() has them in this order.
      views.quantized.emplace(impacts_arrays_of(files_[place - 1]),
                              file.array<std::uint8_t>("quantized.codes"),
                              single_value<float>(file, "quantized.largest_weight"), unit_count());
      return;
    case FileKind::vectors:
      views.vectors.emplace(open_vectors(file, field, unit_count()));
      return;
    case FileKind::documents:
    case FileKind::manifest:
      break;
  }
  MARROW_ASSERT(false);
}

const Bm25View& Segment::bm25(std::size_t field) const {
  MARROW_ASSERT(fields_[field].bm25.has_value());
  return *fields_[field].bm25;
}

const ImpactsView& Segment::impacts(std::size_t field) const {
  MARROW_ASSERT(fields_[field].impacts.has_value());
  return *fields_[field].impacts;
}

const QuantizedImpactsView& Segment::quantized_impacts(std::size_t field) const {
  MARROW_ASSERT(fields_[field].quantized.has_value());
  return *fields_[field].quantized;
}

const FlatVectorsView& Segment::vectors(std::size_t field) const {
  MARROW_ASSERT(fields_[field].vectors.has_value());
  return *fields_[field].vectors;
}

}  // namespace marrow
