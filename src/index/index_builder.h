#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/doc_store_writer.h"
#include "index/impacts_builder.h"
#include "index/manifest.h"
#include "index/postings_builder.h"
#include "index/vectors_writer.h"
#include "marrow/types.h"

namespace marrow {

/// What to do with an index that is there already.
enum class ExistingIndex : std::uint8_t { refuse, replace };

struct IndexOptions {
  std::vector<Field> fields;
  TextStorage text_storage = TextStorage::compressed;
  ExistingIndex existing = ExistingIndex::refuse;
};

/// Builds an index folder from documents, terms and vectors that others made: it never tokenizes or
/// encodes. Each document is one unit, the range of its whole full text.
///
/// Documents and vectors go to the disk as they come; in memory are the postings (2 to 4 bytes each),
/// impacts (5 to 7) and about 80 bytes a document. Nothing is visible before commit() returns, and
/// without it nothing remains; a replaced index stays whole until then. After an exception only
/// destruction is allowed. The same calls give the same bytes. Thread safety: none.
class IndexBuilder {
 public:
  /// Makes `folder` when it is missing. Throws invalid_argument when the options are impossible, the
  /// folder holds an index (unless told to replace it), or anything that is not ours; io.
  IndexBuilder(std::filesystem::path folder, IndexOptions options);
  ~IndexBuilder();
  IndexBuilder(const IndexBuilder&) = delete;
  IndexBuilder& operator=(const IndexBuilder&) = delete;

  /// Adds the next document. `terms` are the analyzed terms of its full text, in any order, repeated
  /// ones counted; empty when there is no bm25 field. Throws bad_input when the external id is empty or
  /// was added before, or the text takes 4 GiB or more; invalid_argument when there are terms but no
  /// bm25 field; io.
  Sequence add(const Document& document, std::span<const std::string_view> terms);

  /// Adds the vector of the next unit to the field that `leg` names, in the order of add(), before or
  /// after the unit's own add(). Throws invalid_argument when there is no such field or the vector is
  /// not one (ImpactsBuilder::add_unit).
  void add_sparse(std::string_view leg, const SparseVector& vector);

  /// Adds the vectors of the next units, row-major, likewise. Throws invalid_argument unless they are
  /// whole rows of the field's dimension (VectorsWriter::add_row says more). io.
  void add_dense(std::string_view leg, std::span<const float> rows);

  /// Makes the index durable and visible. At most once. Throws invalid_argument when a field has more or
  /// fewer vectors than there are units; io.
  void commit();

  /// Bytes of memory that grow with what was added, mapped or buffered file content not counted.
  std::size_t memory_bytes() const noexcept;

 private:
  /// The builder of one field: the one of its kind.
  struct FieldBuilder {
    std::optional<PostingsBuilder> postings;
    std::optional<ImpactsBuilder> impacts;
    std::unique_ptr<VectorsWriter> vectors;
    std::size_t unit_count() const noexcept;
  };

  void start_field(std::uint32_t place);
  std::filesystem::path path_of(const FileEntry& file) const;
  FieldBuilder& field(std::string_view leg, FieldKind kind);
  std::string unit_name(std::size_t unit) const;
  void require_complete() const;
  FileIdentity write_file(const FileEntry& file);

  std::filesystem::path folder_;
  Manifest manifest_;  // of the commit to be: fields and the one segment's files
  std::vector<FieldBuilder> fields_;
  std::optional<std::size_t> bm25_;  // the bm25 field's place
  std::unique_ptr<DocStoreWriter> documents_;
  bool made_folder_ = false;
};

}  // namespace marrow
