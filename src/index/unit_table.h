#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "index/verified_array.h"
#include "marrow/types.h"

namespace marrow {

/// A document's place in one segment, counted from 0. Rows ascend with the documents' sequences.
enum class DocumentRow : std::uint32_t {};
constexpr std::size_t index_of(DocumentRow row) noexcept { return static_cast<std::size_t>(row); }

/// Units that a segment can hold: DocId is a 32-bit number.
inline constexpr std::size_t kMostUnits = 0xFFFFFFFF;
/// Throws invalid_argument when `more` units do not fit a segment that has `unit_count`.
void require_room(std::size_t unit_count, std::size_t more);

/// A half-open range of bytes of a document's full text.
struct UnitRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const UnitRange&, const UnitRange&) = default;
};

/// The arrays behind a UnitTable. U units, D documents.
struct UnitTableArrays {
  VerifiedArray<DocumentRow> documents;   ///< U, by DocId: the document that the unit is part of
  VerifiedArray<std::uint32_t> ordinals;  ///< U, by DocId: which of that document's units, from 0
  VerifiedArray<Sequence> sequences;      ///< D, by row, strictly ascending
  VerifiedArray<std::uint32_t>
      first_ranges;                 ///< D + 1: row r's ranges are [first_ranges[r], first_ranges[r + 1])
  VerifiedArray<UnitRange> ranges;  ///< U, by row, then ordinal
};

/// Which unit (a row of every leg) belongs to which document, and which bytes of the document's full
/// text it is. Units may stand in any order, documents stand by ascending sequence.
/// A view; see VerifiedArray for lifetime.
///
/// The constructor checks sizes, O(1). A mapped file vouches that `documents` are in range.
/// Thread safety: immutable, freely shared.
class UnitTable {
 public:
  /// Throws corrupt_index when the arrays' sizes do not fit each other.
  explicit UnitTable(const UnitTableArrays& arrays);

  std::size_t unit_count() const noexcept { return arrays_.documents.size(); }
  std::size_t document_count() const noexcept { return arrays_.sequences.size(); }

  /// The unit as the hit that a leg offers to its top-k. Throws corrupt_index, as all below.
  Hit hit(DocId unit, float score) const {
    const DocumentRow row = arrays_.documents[index_of(unit)];
    return {arrays_.sequences[index_of(row)], arrays_.ordinals[index_of(unit)], score};
  }
  Sequence sequence(DocId unit) const { return sequence(arrays_.documents[index_of(unit)]); }
  Sequence sequence(DocumentRow row) const { return arrays_.sequences[index_of(row)]; }
  DocumentRow document(DocId unit) const { return arrays_.documents[index_of(unit)]; }
  std::uint32_t ordinal(DocId unit) const { return arrays_.ordinals[index_of(unit)]; }

  /// Whole arrays, for loops over many units.
  std::span<const DocumentRow> documents() const { return arrays_.documents.all(); }
  std::span<const std::uint32_t> ordinals() const { return arrays_.ordinals.all(); }
  std::span<const Sequence> sequences() const { return arrays_.sequences.all(); }

  /// The row of the document with this sequence, when the segment holds it. O(log documents).
  std::optional<DocumentRow> find(Sequence sequence) const;

  /// How many units a document has, and which bytes of its full text one of them is.
  /// Throws invalid_argument when the document has no such unit.
  std::size_t unit_count(DocumentRow row) const { return ranges_of(row).size(); }
  UnitRange range(DocumentRow row, std::uint32_t ordinal) const;

  /// Walks every invariant: sequences strictly ascend; each document's ordinals are 0, 1, … each once;
  /// ranges begin before they end. Throws corrupt_index where one does not hold.
  void check() const;

 private:
  std::span<const UnitRange> ranges_of(DocumentRow row) const;
  void check_ordinals(std::span<const std::uint32_t> first) const;

  UnitTableArrays arrays_;
};

}  // namespace marrow
