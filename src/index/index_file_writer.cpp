#include "index/index_file_writer.h"

#include <algorithm>
#include <array>

#include "core/check.h"
#include "io/checksum.h"
#include "marrow/version.h"

namespace marrow {
namespace {

template <typename T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span<const T>(&value, 1));
}

}  // namespace

IndexFileWriter::IndexFileWriter(const std::filesystem::path& path, FileKind kind,
                                 std::uint32_t section_count)
    : file_(path), section_count_(section_count) {
  block_.reserve(kBlockBytes);
  format::Header header{};
  format::kMagic.copy(header.magic, sizeof header.magic);
  header.version = kIndexFormatVersion;
  header.kind = static_cast<std::uint32_t>(kind);
  header.section_count = section_count;
  header.checksum = checksum(bytes_of(header).first(offsetof(format::Header, checksum)));
  append(bytes_of(header));
}

void IndexFileWriter::begin_section(std::string_view name, std::size_t element_bytes) {
  MARROW_ASSERT(sections_.size() < section_count_);
  MARROW_ASSERT(!name.empty() && name.size() < sizeof(format::SectionEntry::name));
  pad();
  format::SectionEntry& section = sections_.emplace_back();
  name.copy(section.name, name.size());
  section.offset = size();
  section.element_bytes = element_bytes;
}

void IndexFileWriter::write(std::span<const std::byte> bytes) {
  MARROW_ASSERT(!sections_.empty());
  append(bytes);
  sections_.back().bytes += bytes.size();
}

void IndexFileWriter::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto taken = bytes.first(std::min(bytes.size(), kBlockBytes - block_.size()));
    block_.insert(block_.end(), taken.begin(), taken.end());
    bytes = bytes.subspan(taken.size());
    if (block_.size() == kBlockBytes) end_block();
  }
}

void IndexFileWriter::pad() {
  constexpr std::array<std::byte, format::kAlignment> zeros{};
  append(std::span(zeros).first(format::aligned(size()) - size()));
}

void IndexFileWriter::end_block() {
  checksums_.push_back(checksum(block_));
  file_.write(block_);
  block_.clear();
}

FileIdentity IndexFileWriter::finish() {
  MARROW_ASSERT(sections_.size() == section_count_);
  pad();
  const std::size_t payload_bytes = size();
  if (!block_.empty()) end_block();

  std::vector<std::byte> metadata(sections_.size() * sizeof(format::SectionEntry) +
                                  checksums_.size() * sizeof(std::uint64_t));
  const auto table = std::as_bytes(std::span(sections_));
  const auto blocks = std::as_bytes(std::span(checksums_));
  std::copy(blocks.begin(), blocks.end(), std::copy(table.begin(), table.end(), metadata.begin()));

  format::Footer footer{};
  footer.metadata_offset = payload_bytes;
  footer.metadata_bytes = metadata.size();
  footer.metadata_checksum = checksum(metadata);
  footer.block_bytes = kBlockBytes;
  const std::size_t padded = format::aligned(metadata.size());
  metadata.resize(padded);
  footer.file_bytes = footer.metadata_offset + padded + sizeof footer;
  footer.checksum = checksum(bytes_of(footer).first(offsetof(format::Footer, checksum)));
  format::kMagic.copy(footer.magic, sizeof footer.magic);
  file_.write(metadata);
  file_.write(bytes_of(footer));
  file_.commit();
  return {footer.file_bytes, footer.metadata_checksum};
}

}  // namespace marrow
