#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/format.h"
#include "index/index_file_writer.h"
#include "index/string_table.h"
#include "index/unit_table.h"
#include "marrow/types.h"

namespace marrow {

/// How a documents file keeps texts.
enum class TextStorage : std::uint8_t { plain, compressed };

/// Streams documents, and the table of their units, to the documents file of a segment. Texts go to
/// the disk as they come; kept in memory are external ids and about 32 bytes a document.
/// Thread safety: none.
class DocStoreWriter {
 public:
  /// Throws io.
  DocStoreWriter(const std::filesystem::path& path, TextStorage storage);

  /// Adds the next document with the ranges of its full text that are its units, in their order. They
  /// become the next DocIds. `sequence` is above every one before. Throws bad_input when the external
  /// id is empty or was added before, or the full text takes 4 GiB or more, invalid_argument when there
  /// is no room for its units; then nothing was added.
  void add(const Document& document, Sequence sequence, std::span<const UnitRange> units);

  std::size_t document_count() const noexcept { return ids_.size(); }
  std::size_t unit_count() const noexcept { return unit_rows_.size(); }

  /// The external id of the document that a unit is part of. Valid until the next add().
  std::string_view external_id_of(std::size_t unit) const { return ids_[index_of(unit_rows_[unit])]; }

  std::size_t memory_bytes() const noexcept;

  /// Makes the file durable. At most once. Throws io.
  FileIdentity finish();

 private:
  void append(std::string_view text);
  void end_block();

  IndexFileWriter file_;
  TextStorage storage_;
  StringTable ids_;                             // by row
  std::vector<Sequence> sequences_;             // by row
  std::vector<std::uint64_t> text_starts_{0};   // by row, and the end
  std::vector<std::uint32_t> title_bytes_;      // by row
  std::vector<std::uint32_t> first_ranges_{0};  // by row, and the end
  std::vector<DocumentRow> unit_rows_;          // by unit
  std::vector<std::uint32_t> ordinals_;         // by unit
  std::vector<UnitRange> ranges_;               // by unit
  std::string block_;                           // texts since the last whole block
  std::vector<std::uint64_t> block_starts_{0};
  std::vector<std::uint64_t> stored_starts_{0};
};

}  // namespace marrow
