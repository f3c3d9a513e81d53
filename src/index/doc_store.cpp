#include "index/doc_store.h"

#include <vector>

#include "io/compression.h"

namespace marrow {
namespace {

constexpr std::string_view kPlain = "text.plain";
constexpr std::string_view kCompressed = "text.zstd";

}  // namespace

DocStore::DocStore(const IndexFile& file)
    : ids_(file.array<std::uint64_t>("ids.offsets"), file.array<char>("ids.bytes")),
      rows_by_id_(file.array<DocumentRow>("ids.sorted")),
      text_starts_(file.array<std::uint64_t>("text.document_starts")),
      title_bytes_(file.array<std::uint32_t>("text.title_bytes")),
      stored_(file.array<char>(file.has(kPlain) ? kPlain : kCompressed)),
      compressed_(!file.has(kPlain)),
      block_starts_(file.array<std::uint64_t>("text.block_starts")),
      stored_starts_(file.array<std::uint64_t>("text.stored_starts")) {
  const bool fits = rows_by_id_.size() == size() && text_starts_.size() == size() + 1 &&
                    title_bytes_.size() == size() && !block_starts_.empty() &&
                    stored_starts_.size() == block_starts_.size();
  if (!fits) ids_.fail(0, "the sections about documents differ in their number");
}

std::optional<DocumentRow> DocStore::find(std::string_view external_id) const {
  std::size_t begin = 0;
  std::size_t end = size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (ids_[index_of(rows_by_id_[middle])] < external_id) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == size() || ids_[index_of(rows_by_id_[begin])] != external_id) return std::nullopt;
  return rows_by_id_[begin];
}

Document DocStore::document(DocumentRow row) const {
  Block block;
  return read(row, block);
}

Document DocStore::read(DocumentRow row, Block& last) const {
  const std::size_t place = index_of(row);
  const auto bounds = text_starts_.slice(place, 2);
  const std::uint64_t title_bytes = title_bytes_[place];
  if (bounds[0] > bounds[1] || title_bytes > bounds[1] - bounds[0]) {
    text_starts_.fail(place, "starts of texts out of order");
  }
  const std::string_view whole = text(place, bounds[0], bounds[1], last);
  return {std::string(ids_[place]), std::string(whole.substr(0, title_bytes)),
          std::string(whole.substr(title_bytes))};
}

std::string_view DocStore::text(std::size_t row, std::uint64_t begin, std::uint64_t end, Block& last) const {
  if (begin == end) return {};
  if (!compressed_) {
    if (end > stored_.size()) text_starts_.fail(row, "a text beyond the stored ones");
    const auto plain = stored_.slice(begin, end - begin);
    return {plain.data(), plain.size()};
  }
  if (begin < last.begin || begin >= last.begin + last.text.size()) load(row, begin, last);
  if (end - last.begin > last.text.size()) text_starts_.fail(row, "a text that goes beyond its block");
  return std::string_view(last.text).substr(begin - last.begin, end - begin);
}

/// Decompresses the block that holds byte `begin` of the texts: the last block that starts at or
/// before it.
void DocStore::load(std::size_t row, std::uint64_t begin, Block& last) const {
  std::size_t low = 0;
  std::size_t high = block_starts_.size();
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (block_starts_[middle] <= begin ? low : high) = middle;
  }
  if (low + 1 >= block_starts_.size()) text_starts_.fail(row, "a text beyond the last block");
  const auto texts = block_starts_.slice(low, 2);
  const auto stored = stored_starts_.slice(low, 2);
  if (begin < texts[0] || begin >= texts[1]) block_starts_.fail(low, "starts of blocks out of order");
  if (stored[0] > stored[1] || stored[1] > stored_.size()) {
    stored_starts_.fail(low, "starts of stored blocks out of order");
  }
  const auto frame = std::as_bytes(stored_.slice(stored[0], stored[1] - stored[0]));
  auto content = decompress(frame, texts[1] - texts[0]);
  if (!content) stored_.fail(stored[0], "a block of texts that cannot be decompressed");
  last = {texts[0], *std::move(content)};
}

void DocStore::check_id_order() const {
  std::vector<bool> seen(size(), false);
  for (std::size_t place = 0; place < size(); ++place) {
    const std::size_t row = index_of(rows_by_id_[place]);
    if (row >= size() || seen[row]) rows_by_id_.fail(place, "a row that is out of range or comes twice");
    seen[row] = true;
    if (place > 0 && ids_[index_of(rows_by_id_[place - 1])] >= ids_[row]) {
      rows_by_id_.fail(place, "external ids do not ascend");
    }
  }
}

void DocStore::check() const {
  ids_.check();
  check_id_order();
  if (text_starts_[0] != 0) text_starts_.fail(0, "the first text does not start at 0");
  for_each([](DocumentRow, const Document&) {});
}

UnitTable unit_table_of(const IndexFile& file) {
  return UnitTable({file.array<DocumentRow>("units.documents"), file.array<std::uint32_t>("units.ordinals"),
                    file.array<Sequence>("sequences"), file.array<std::uint32_t>("units.first_ranges"),
                    file.array<UnitRange>("units.ranges")});
}

}  // namespace marrow
