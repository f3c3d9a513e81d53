#include "index/index_builder.h"

#include <array>
#include <utility>

#include "core/check.h"
#include "index/index_check.h"
#include "index/index_file.h"
#include "index/index_folder.h"
#include "index/segment.h"
#include "marrow/error.h"
#include "marrow/version.h"

namespace marrow {
namespace {

/// Makes `folder`; false when it was there.
bool make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const bool made = std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(ErrorCode::io, folder.string() + ": cannot make the index folder: " + error.message());
  }
  return made;
}

/// Makes sure that `folder` may become an index, and says what is in it.
FolderContent inspect_folder(const std::filesystem::path& folder, ExistingIndex existing) {
  FolderContent content = list_folder(folder);
  if (!content.foreign.empty()) {
    throw Error(ErrorCode::invalid_argument,
                folder.string() + ": holds " + quote(content.foreign.front()) +
                    ", which is not a file of an index; expected an empty folder");
  }
  if (!content.generations.empty() && existing == ExistingIndex::refuse) {
    throw Error(ErrorCode::invalid_argument,
                folder.string() + ": there is an index already; it may be replaced");
  }
  return content;
}

}  // namespace

std::size_t IndexBuilder::FieldBuilder::unit_count() const noexcept {
  if (postings) return postings->unit_count();
  return impacts ? impacts->unit_count() : vectors->rows();
}

IndexBuilder::IndexBuilder(std::filesystem::path folder, IndexOptions options)
    : folder_(std::move(folder)), fields_(options.fields.size()) {
  validate_fields(options.fields);
  made_folder_ = make_folder(folder_);
  const FolderContent content = inspect_folder(folder_, options.existing);
  manifest_.generation = content.generations.empty() ? 1 : content.generations.front() + 1;
  manifest_.creator = "marrow " + std::string(kVersion);
  manifest_.fields = std::move(options.fields);
  SegmentEntry& segment = manifest_.segments.emplace_back();
  segment.number = content.last_segment + 1;
  segment.files = expected_files(manifest_.fields);
  documents_ = std::make_unique<DocStoreWriter>(path_of(segment.files.front()), options.text_storage);
  for (std::uint32_t i = 0; i < fields_.size(); ++i) start_field(i);
}

void IndexBuilder::start_field(std::uint32_t place) {
  const Field& field = manifest_.fields[place];
  switch (field.kind) {
    case FieldKind::bm25:
      bm25_ = place;
      fields_[place].postings.emplace();
      return;
    case FieldKind::sparse:
      fields_[place].impacts.emplace(field.width);
      return;
    case FieldKind::dense:
      fields_[place].vectors =
          std::make_unique<VectorsWriter>(path_of({FileKind::vectors, place, {}}), field.width);
      return;
  }
}

IndexBuilder::~IndexBuilder() {
  // Once the manifest is in the folder its files must stay, also when commit() failed behind its rename.
  std::error_code error;
  if (std::filesystem::exists(folder_ / manifest_file_name(manifest_.generation), error) || error) return;
  documents_.reset();
  fields_.clear();
  for (const FileEntry& file : manifest_.segments.front().files) {
    std::filesystem::remove(path_of(file), error);
  }
  if (made_folder_) std::filesystem::remove(folder_, error);
}

std::filesystem::path IndexBuilder::path_of(const FileEntry& file) const {
  return folder_ / segment_file_name(manifest_.segments.front().number, file);
}

Sequence IndexBuilder::add(const Document& document, std::span<const std::string_view> terms) {
  if (!bm25_ && !terms.empty()) {
    throw Error(ErrorCode::invalid_argument, "document " + quote(document.external_id) + " comes with " +
                                                 std::to_string(terms.size()) +
                                                 " terms, but there is no bm25 field");
  }
  const Sequence sequence{manifest_.next_sequence};
  const std::size_t blank = document.title.empty() || document.text.empty() ? 0 : 1;  // as in full_text()
  const std::size_t bytes = document.title.size() + blank + document.text.size();
  const std::array<UnitRange, 1> whole{UnitRange{0, static_cast<std::uint32_t>(bytes)}};
  documents_->add(document, sequence, whole);
  if (bm25_) fields_[*bm25_].postings->add_unit(terms);
  ++manifest_.next_sequence;
  return sequence;
}

IndexBuilder::FieldBuilder& IndexBuilder::field(std::string_view leg, FieldKind kind) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (manifest_.fields[i].kind == kind && leg_name(manifest_.fields[i]) == leg) return fields_[i];
  }
  throw Error(
      ErrorCode::invalid_argument,
      "no " + std::string(kind == FieldKind::dense ? "dense" : "sparse") + " field is named " + quote(leg));
}

std::string IndexBuilder::unit_name(std::size_t unit) const {
  if (unit < documents_->unit_count()) return "document " + quote(documents_->external_id_of(unit));
  return "unit " + std::to_string(unit);
}

void IndexBuilder::add_sparse(std::string_view leg, const SparseVector& vector) {
  ImpactsBuilder& impacts = *field(leg, FieldKind::sparse).impacts;
  impacts.add_unit(vector, unit_name(impacts.unit_count()));
}

void IndexBuilder::add_dense(std::string_view leg, std::span<const float> rows) {
  VectorsWriter& vectors = *field(leg, FieldKind::dense).vectors;
  if (rows.size() % vectors.dimension() != 0) {
    throw Error(ErrorCode::invalid_argument, std::string(leg) + ": " + std::to_string(rows.size()) +
                                                 " values are not whole rows of " +
                                                 std::to_string(vectors.dimension()));
  }
  for (; !rows.empty(); rows = rows.subspan(vectors.dimension())) {
    vectors.add_row(rows.first(vectors.dimension()), unit_name(vectors.rows()));
  }
}

void IndexBuilder::require_complete() const {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const std::size_t found = fields_[i].unit_count();
    if (found == documents_->unit_count()) continue;
    throw Error(ErrorCode::invalid_argument, leg_name(manifest_.fields[i]) + ": vectors of " +
                                                 std::to_string(found) + " units, expected " +
                                                 std::to_string(documents_->unit_count()));
  }
}

FileIdentity IndexBuilder::write_file(const FileEntry& file) {
  if (file.kind == FileKind::documents) return documents_->finish();
  const FieldBuilder& field = fields_[file.field];
  if (file.kind == FileKind::postings) return field.postings->write(path_of(file));
  if (file.kind == FileKind::impacts) return field.impacts->write(path_of(file));
  if (file.kind == FileKind::vectors) return field.vectors->finish();
  MARROW_ASSERT(file.kind == FileKind::quantized_impacts);
  const IndexFile exact(path_of({FileKind::impacts, file.field, {}}), FileKind::impacts);
  const ImpactsView impacts(impacts_arrays_of(exact), documents_->unit_count());
  return write_quantized_impacts(impacts, largest_weight(impacts), path_of(file));
}

void IndexBuilder::commit() {
  require_complete();
  SegmentEntry& segment = manifest_.segments.front();
  segment.document_count = static_cast<std::uint32_t>(documents_->document_count());
  segment.unit_count = static_cast<std::uint32_t>(documents_->unit_count());
  for (FileEntry& file : segment.files) file.identity = write_file(file);
  write_manifest(folder_, manifest_);
  remove_unreferenced(folder_, manifest_);
  MARROW_ASSERT(check_index(folder_).problems.empty());
}

std::size_t IndexBuilder::memory_bytes() const noexcept {
  std::size_t bytes = documents_->memory_bytes();
  for (const FieldBuilder& field : fields_) {
    if (field.postings) bytes += field.postings->memory_bytes();
    if (field.impacts) bytes += field.impacts->memory_bytes();
  }
  return bytes;
}

}  // namespace marrow
