#include "index/doc_store_writer.h"

#include "core/check.h"
#include "io/compression.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// Large enough to compress well, small enough that fetching one document stays cheap.
constexpr std::size_t kTextBlockBytes = std::size_t{1} << 14;

}  // namespace

DocStoreWriter::DocStoreWriter(const std::filesystem::path& path, TextStorage storage)
    : file_(path, FileKind::documents, 13), storage_(storage) {
  file_.begin_section(storage == TextStorage::plain ? "text.plain" : "text.zstd", 1);
}

void DocStoreWriter::add(const Document& document, Sequence sequence, std::span<const UnitRange> units) {
  MARROW_ASSERT(sequences_.empty() || sequences_.back() < sequence);
  if (document.external_id.empty()) throw Error(ErrorCode::bad_input, "a document has an empty external id");
  if (document.title.size() >= UINT32_MAX || document.text.size() >= UINT32_MAX - document.title.size()) {
    throw Error(ErrorCode::bad_input,
                "document " + quote(document.external_id) + ": its text takes 4 GiB or more");
  }
  require_room(unit_count(), units.size());
  const auto [row, is_new] = ids_.insert(document.external_id);
  if (!is_new) {
    throw Error(ErrorCode::bad_input, "document " + quote(document.external_id) +
                                          " was added before: it is number " + std::to_string(row + 1) +
                                          " and now also number " + std::to_string(ids_.size() + 1));
  }
  sequences_.push_back(sequence);
  title_bytes_.push_back(static_cast<std::uint32_t>(document.title.size()));
  append(document.title);
  append(document.text);
  text_starts_.push_back(text_starts_.back() + document.title.size() + document.text.size());
  for (const UnitRange& range : units) {
    ordinals_.push_back(static_cast<std::uint32_t>(ranges_.size() - first_ranges_.back()));
    unit_rows_.push_back(DocumentRow(row));
    ranges_.push_back(range);
  }
  first_ranges_.push_back(static_cast<std::uint32_t>(ranges_.size()));
  // A block ends only between documents, so that a document needs one block.
  if (block_.size() >= kTextBlockBytes) end_block();
}

void DocStoreWriter::append(std::string_view text) {
  if (storage_ == TextStorage::plain) {
    file_.write(std::as_bytes(std::span(text)));
  } else {
    block_ += text;
  }
}

void DocStoreWriter::end_block() {
  const std::string frame = compress(block_);
  file_.write(std::as_bytes(std::span(frame)));
  block_starts_.push_back(block_starts_.back() + block_.size());
  stored_starts_.push_back(stored_starts_.back() + frame.size());
  block_.clear();
}

std::size_t DocStoreWriter::memory_bytes() const noexcept {
  const auto bytes_of = [](const auto&... vectors) {
    return (... + (vectors.capacity() * sizeof vectors[0]));
  };
  return ids_.memory_bytes() + bytes_of(sequences_, text_starts_, title_bytes_, first_ranges_, unit_rows_,
                                        ordinals_, ranges_, block_, block_starts_, stored_starts_);
}

FileIdentity DocStoreWriter::finish() {
  if (!block_.empty()) end_block();
  const auto add = [&](std::string_view name, const auto& values) {
    file_.add_section(name, std::span(values));
  };
  add("text.block_starts", block_starts_);
  add("text.stored_starts", stored_starts_);
  add("text.document_starts", text_starts_);
  add("text.title_bytes", title_bytes_);

  file_.begin_section("ids.offsets", sizeof(std::uint64_t));
  std::uint64_t offset = 0;
  file_.write_value(offset);
  for (std::size_t row = 0; row < ids_.size(); ++row) file_.write_value(offset += ids_[row].size());
  file_.begin_section("ids.bytes", 1);
  for (std::size_t row = 0; row < ids_.size(); ++row) file_.write(std::as_bytes(std::span(ids_[row])));
  add("ids.sorted", ids_.sorted());

  add("sequences", sequences_);
  add("units.documents", unit_rows_);
  add("units.ordinals", ordinals_);
  add("units.first_ranges", first_ranges_);
  add("units.ranges", ranges_);
  return file_.finish();
}

}  // namespace marrow
