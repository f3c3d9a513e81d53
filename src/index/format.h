#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The container that every file of an index is: constants and fixed structures.
/// docs/file_format.md is the norm; the static_asserts below hold this file to it.
namespace marrow::format {

static_assert(std::endian::native == std::endian::little, "files are little-endian and read in place");

inline constexpr std::string_view kMagic{"\x89MARROW\n", 8};
/// Every section, the metadata and the footer start at a multiple of this.
inline constexpr std::size_t kAlignment = 64;
inline constexpr std::uint32_t kMostSections = 64;

/// The first 64 bytes. Bytes 0 to 31 keep this layout in every version, so that any program can tell
/// a damaged file from one that is too old or too new for it.
struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t kind;
  std::uint32_t section_count;
  std::uint32_t zero;
  std::uint64_t checksum;  ///< of bytes 0 to 23
  std::uint64_t zeros[4];
};
static_assert(sizeof(Header) == 64 && offsetof(Header, checksum) == 24);

/// One entry of the section table, at the front of the metadata.
struct SectionEntry {
  char name[32];  ///< filled up with zeros; at most 31 characters
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t element_bytes;  ///< 1, 2, 4 or 8
  std::uint64_t zero;
};
static_assert(sizeof(SectionEntry) == 64 && offsetof(SectionEntry, offset) == 32);

/// The last 64 bytes.
struct Footer {
  std::uint64_t metadata_offset;
  std::uint64_t metadata_bytes;
  std::uint64_t metadata_checksum;
  std::uint64_t file_bytes;
  std::uint64_t block_bytes;
  std::uint64_t zero;
  std::uint64_t checksum;  ///< of the footer's bytes 0 to 47
  char magic[8];
};
static_assert(sizeof(Footer) == 64 && offsetof(Footer, checksum) == 48);

constexpr std::size_t aligned(std::size_t offset) noexcept {
  return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace marrow::format

namespace marrow {

/// What a file of an index holds. The numbers stand in the files.
enum class FileKind : std::uint32_t {
  manifest = 1,
  documents = 2,
  postings = 3,
  impacts = 4,
  quantized_impacts = 5,
  vectors = 6,
};

/// The kind's name for messages, for example "postings"; "unknown" for a number that is no kind.
std::string_view name_of(FileKind kind) noexcept;

/// What tells one file's content from any other's: its size, and the checksum of its metadata, which
/// holds the checksums of all its blocks.
struct FileIdentity {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

}  // namespace marrow
