#include "index/unit_table.h"

#include <string>
#include <vector>

namespace marrow {

void require_room(std::size_t unit_count, std::size_t more) {
  if (unit_count <= kMostUnits && more <= kMostUnits - unit_count) return;
  throw Error(ErrorCode::invalid_argument, "a segment of " + std::to_string(unit_count) +
                                               " units has no room for " + std::to_string(more) +
                                               " more: commit in smaller parts");
}

UnitTable::UnitTable(const UnitTableArrays& arrays) : arrays_(arrays) {
  const std::size_t units = unit_count();
  if (arrays_.ordinals.size() != units || arrays_.ranges.size() != units) {
    arrays_.ordinals.fail(0, "unit table: " + std::to_string(units) + " units, " +
                                 std::to_string(arrays_.ordinals.size()) + " ordinals, " +
                                 std::to_string(arrays_.ranges.size()) + " ranges");
  }
  if (arrays_.first_ranges.size() != document_count() + 1) {
    arrays_.first_ranges.fail(0, "unit table: " + std::to_string(arrays_.first_ranges.size()) +
                                     " starts of ranges for " + std::to_string(document_count()) +
                                     " documents");
  }
}

std::optional<DocumentRow> UnitTable::find(Sequence sequence) const {
  std::size_t begin = 0;
  std::size_t end = document_count();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (arrays_.sequences[middle] < sequence) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == document_count() || arrays_.sequences[begin] != sequence) return std::nullopt;
  return DocumentRow(begin);
}

std::span<const UnitRange> UnitTable::ranges_of(DocumentRow row) const {
  const auto bounds = arrays_.first_ranges.slice(index_of(row), 2);
  if (bounds[0] > bounds[1] || bounds[1] > arrays_.ranges.size()) {
    arrays_.first_ranges.fail(index_of(row), "starts of ranges out of order");
  }
  return arrays_.ranges.slice(bounds[0], bounds[1] - bounds[0]);
}

UnitRange UnitTable::range(DocumentRow row, std::uint32_t ordinal) const {
  const auto ranges = ranges_of(row);
  if (ordinal >= ranges.size()) {
    throw Error(ErrorCode::invalid_argument, "unit " + std::to_string(ordinal) + " of a document that has " +
                                                 std::to_string(ranges.size()));
  }
  return ranges[ordinal];
}

void UnitTable::check() const {
  const auto sequences_seen = sequences();
  for (std::size_t row = 1; row < sequences_seen.size(); ++row) {
    if (sequences_seen[row - 1] >= sequences_seen[row]) {
      arrays_.sequences.fail(row, "sequences do not ascend");
    }
  }
  const auto first = arrays_.first_ranges.all();
  if (first.front() != 0) arrays_.first_ranges.fail(0, "the first start of ranges is not 0");
  if (first.back() != unit_count()) arrays_.first_ranges.fail(document_count(), "ranges left over");
  for (std::size_t row = 0; row < document_count(); ++row) {
    for (const UnitRange& range : ranges_of(DocumentRow(row))) {
      if (range.begin > range.end) arrays_.ranges.fail(first[row], "a range that ends before it begins");
    }
  }
  check_ordinals(first);
}

void UnitTable::check_ordinals(std::span<const std::uint32_t> first) const {
  std::vector<bool> taken(unit_count(), false);
  for (std::size_t unit = 0; unit < unit_count(); ++unit) {
    const std::size_t row = index_of(arrays_.documents[unit]);
    if (row >= document_count()) arrays_.documents.fail(unit, "document out of range");
    const std::size_t ordinal = arrays_.ordinals[unit];
    const bool fits = ordinal < first[row + 1] - first[row] && !taken[first[row] + ordinal];
    if (!fits) arrays_.ordinals.fail(unit, "an ordinal that its document does not have, or has twice");
    taken[first[row] + ordinal] = true;
  }
}

}  // namespace marrow
