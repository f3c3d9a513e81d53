#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "index/index_file.h"
#include "index/string_array.h"
#include "index/unit_table.h"
#include "index/verified_array.h"
#include "marrow/types.h"

namespace marrow {

/// The documents of one segment as the user gave them, by row: external id, title and text. Texts lie
/// as they are, or in blocks of about 16 KiB, each compressed by itself.
/// A view: the file that it was made from must outlive it.
///
/// Thread safety: immutable, freely shared.
class DocStore {
 public:
  /// Throws corrupt_index when a section is missing or their sizes do not fit each other.
  explicit DocStore(const IndexFile& file);

  std::size_t size() const noexcept { return ids_.size(); }

  /// The user's string for the document at `row`, which must be below size(). Valid as long as the
  /// file. Throws corrupt_index, as all below.
  std::string_view external_id(DocumentRow row) const { return ids_[index_of(row)]; }

  /// The row of the document with this external id, when the segment holds it. O(log documents).
  std::optional<DocumentRow> find(std::string_view external_id) const;

  /// The whole document. Costs the decompression of one block.
  Document document(DocumentRow row) const;

  /// Calls visit(row, document) for every document by ascending row; each block is decompressed once.
  template <typename Visit>
  void for_each(Visit visit) const {
    Block block;
    for (std::size_t row = 0; row < size(); ++row) visit(DocumentRow(row), read(DocumentRow(row), block));
  }

  /// Walks every invariant: ids as StringArray::check, each id once in the sorted order, every text
  /// readable. Throws corrupt_index where one does not hold.
  void check() const;

 private:
  /// A decompressed block of texts and where it starts in the text of all documents together.
  struct Block {
    std::uint64_t begin = 0;
    std::string text;
  };

  Document read(DocumentRow row, Block& last) const;
  std::string_view text(std::size_t row, std::uint64_t begin, std::uint64_t end, Block& last) const;
  void load(std::size_t row, std::uint64_t begin, Block& last) const;
  void check_id_order() const;

  StringArray ids_;
  VerifiedArray<DocumentRow> rows_by_id_;     // ascending by external id
  VerifiedArray<std::uint64_t> text_starts_;  // by row, and the end: title and text, all documents in one
  VerifiedArray<std::uint32_t> title_bytes_;  // by row: how much of it is title
  VerifiedArray<char> stored_;                // the texts, as they are or compressed
  bool compressed_;
  VerifiedArray<std::uint64_t> block_starts_;   // by block, and the end: in the texts
  VerifiedArray<std::uint64_t> stored_starts_;  // by block, and the end: in stored_
};

/// The unit table that a documents file holds. Throws corrupt_index when a section is missing or their
/// sizes do not fit each other.
UnitTable unit_table_of(const IndexFile& file);

}  // namespace marrow
