#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "index/block_verifier.h"
#include "index/format.h"
#include "index/index_file.h"
#include "io/checksum.h"

/// Index files as a forger makes them: altered, with every checksum right again.
namespace marrow::test {

template <typename T>
T read_at(std::string_view bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

template <typename T>
void write_at(std::string& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

inline std::uint64_t checksum_of(std::string_view bytes) { return checksum(std::as_bytes(std::span(bytes))); }

/// Where the parts of a file lie, by its own word.
struct Parts {
  explicit Parts(std::string_view bytes)
      : footer(bytes.size() - sizeof(format::Footer)),
        metadata(read_at<std::uint64_t>(bytes, footer)),
        metadata_bytes(read_at<std::uint64_t>(bytes, footer + 8)),
        sections(read_at<std::uint32_t>(bytes, 16)) {}
  std::size_t footer;
  std::size_t metadata;
  std::size_t metadata_bytes;
  std::uint32_t sections;
  std::size_t checksums() const { return metadata + sections * sizeof(format::SectionEntry); }
};

/// Makes the footer's checksum right.
inline void seal_footer(std::string& bytes) {
  const std::size_t footer = bytes.size() - sizeof(format::Footer);
  write_at(bytes, footer + 48, checksum_of(std::string_view(bytes).substr(footer, 48)));
}

/// Makes the checksums of header, blocks, metadata and footer right, in this order.
inline void seal(std::string& bytes) {
  const std::string_view view(bytes);
  const Parts parts(bytes);
  write_at(bytes, 24, checksum_of(view.substr(0, 24)));
  for (std::size_t block = 0; block * kBlockBytes < parts.metadata; ++block) {
    const std::size_t begin = block * kBlockBytes;
    const std::size_t length = std::min(kBlockBytes, parts.metadata - begin);
    write_at(bytes, parts.checksums() + block * 8, checksum_of(view.substr(begin, length)));
  }
  write_at(bytes, parts.footer + 16, checksum_of(view.substr(parts.metadata, parts.metadata_bytes)));
  seal_footer(bytes);
}

/// seal() for bytes that need not be a file: does what the bytes' own numbers let it do.
inline void seal_what_is_there(std::string& bytes) {
  if (bytes.size() < sizeof(format::Header) + sizeof(format::Footer)) return;
  format::kMagic.copy(bytes.data(), 8);
  format::kMagic.copy(bytes.data() + bytes.size() - 8, 8);
  const Parts parts(bytes);
  write_at(bytes, parts.footer + 24, std::uint64_t{bytes.size()});
  const bool placed = parts.metadata <= parts.footer &&
                      parts.metadata_bytes <= parts.footer - parts.metadata &&
                      parts.sections <= format::kMostSections && parts.checksums() <= parts.footer &&
                      (parts.footer - parts.checksums()) / 8 > parts.metadata / kBlockBytes;
  if (placed) return seal(bytes);
  write_at(bytes, 24, checksum_of(std::string_view(bytes).substr(0, 24)));
  seal_footer(bytes);
}

inline IndexFile open_bytes(std::string_view bytes, FileKind kind, std::string name = "file") {
  return IndexFile::from_bytes(std::as_bytes(std::span(bytes)), std::move(name), kind);
}

}  // namespace marrow::test
