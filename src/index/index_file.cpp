#include "index/index_file.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <new>
#include <utility>

#include "io/checksum.h"
#include "io/mapped_file.h"
#include "marrow/error.h"
#include "marrow/version.h"

namespace marrow {

std::string_view name_of(FileKind kind) noexcept {
  switch (kind) {
    case FileKind::manifest:
      return "manifest";
    case FileKind::documents:
      return "documents";
    case FileKind::postings:
      return "postings";
    case FileKind::impacts:
      return "impacts";
    case FileKind::quantized_impacts:
      return "quantized impacts";
    case FileKind::vectors:
      return "vectors";
  }
  return "unknown";
}

namespace {

using format::Footer;
using format::Header;
using format::SectionEntry;

/// Reads a file's fixed structures, checking each before the next is trusted.
class Opening {
 public:
  Opening(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Header header(FileKind kind) const {
    if (bytes_.size() < sizeof(Header) + sizeof(Footer)) fail(bytes_.size(), "the file is cut short");
    const auto header = copy<Header>(0);
    if (!is_magic(header.magic)) fail(0, "not a file of a Marrow index");
    require_checksum(header, offsetof(Header, checksum), header.checksum, 0, "the header");
    require_version(header.version);
    if (header.kind != static_cast<std::uint32_t>(kind)) {
      fail(offsetof(Header, kind), "a file of kind " + std::to_string(header.kind) + " (" +
                                       std::string(name_of(FileKind(header.kind))) + "), expected " +
                                       std::string(name_of(kind)));
    }
    if (header.section_count > format::kMostSections) {
      fail(offsetof(Header, section_count), std::to_string(header.section_count) +
                                                " sections, expected at most " +
                                                std::to_string(format::kMostSections));
    }
    return header;
  }

  Footer footer(std::uint32_t section_count) const {
    const std::size_t at = bytes_.size() - sizeof(Footer);
    const auto footer = copy<Footer>(at);
    if (!is_magic(footer.magic)) fail(at, "no footer: the file is cut short or was written over");
    require_checksum(footer, offsetof(Footer, checksum), footer.checksum, at, "the footer");
    if (footer.file_bytes != bytes_.size()) {
      fail(at, "the file has " + std::to_string(bytes_.size()) + " bytes, expected " +
                   std::to_string(footer.file_bytes));
    }
    const bool aligned = footer.metadata_offset >= sizeof(Header) && footer.metadata_offset <= at &&
                         footer.metadata_offset % format::kAlignment == 0;
    if (!aligned || footer.block_bytes != kBlockBytes) fail(at, "the footer makes no sense");
    const std::size_t expected =
        section_count * sizeof(SectionEntry) + block_count(footer.metadata_offset) * sizeof(std::uint64_t);
    if (footer.metadata_bytes != expected || footer.metadata_offset + format::aligned(expected) != at) {
      fail(at, "the metadata does not fit between the sections and the footer");
    }
    return footer;
  }

  void metadata(const Footer& footer) const {
    const std::size_t begin = footer.metadata_offset;
    if (checksum(bytes_.subspan(begin, footer.metadata_bytes)) != footer.metadata_checksum) {
      fail(begin, "the metadata does not match its checksum");
    }
    const auto padding = bytes_.subspan(begin + footer.metadata_bytes,
                                        bytes_.size() - sizeof(Footer) - begin - footer.metadata_bytes);
    const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
    if (!std::all_of(padding.begin(), padding.end(), is_zero)) {
      fail(begin + footer.metadata_bytes, "padding that is not 0");
    }
  }

  /// The entry at `at`, for a section that must start at `begin` and end before `end`.
  SectionEntry section(std::size_t at, std::size_t begin, std::size_t end) const {
    const auto entry = copy<SectionEntry>(at);
    const bool named = entry.name[0] != '\0' && entry.name[sizeof entry.name - 1] == '\0';
    const bool sized = std::has_single_bit(entry.element_bytes) && entry.element_bytes <= 8 &&
                       entry.bytes % entry.element_bytes == 0;
    const bool placed = entry.offset == begin && entry.offset <= end && entry.bytes <= end - entry.offset;
    if (!named || !sized || !placed) fail(at, "a section that does not fit the file");
    return entry;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw Error(ErrorCode::corrupt_index,
                "corrupt index: " + name_ + " at " + std::to_string(offset) + ": " + message);
  }

  static std::size_t block_count(std::size_t bytes) { return (bytes + kBlockBytes - 1) / kBlockBytes; }

 private:
  template <typename T>
  T copy(std::size_t offset) const {
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  static bool is_magic(const char (&magic)[8]) { return std::string_view(magic, 8) == format::kMagic; }

  template <typename T>
  void require_checksum(const T& value, std::size_t covered, std::uint64_t expected, std::size_t at,
                        const char* what) const {
    if (checksum(std::as_bytes(std::span(&value, 1)).first(covered)) == expected) return;
    fail(at, std::string(what) + " does not match its checksum");
  }

  void require_version(std::uint32_t version) const {
    if (version == kIndexFormatVersion) return;
    const bool newer = version > kIndexFormatVersion;
    throw Error(ErrorCode::bad_input,
                name_ + " at " + std::to_string(offsetof(Header, version)) + ": index format version " +
                    std::to_string(version) + " is too " + (newer ? "new" : "old") +
                    ": this program reads version " + std::to_string(kIndexFormatVersion) +
                    (newer ? "; use the marrow that wrote it, or a later one" : "; build the index again"));
  }

  std::span<const std::byte> bytes_;
  const std::string& name_;
};

}  // namespace

IndexFile::IndexFile(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string name,
                     FileKind kind)
    : owner_(std::move(owner)), bytes_(bytes) {
  const Opening opening(bytes, name);
  const Header header = opening.header(kind);
  const Footer footer = opening.footer(header.section_count);
  opening.metadata(footer);
  identity_ = {footer.file_bytes, footer.metadata_checksum};

  std::size_t begin = sizeof(Header);
  for (std::uint32_t i = 0; i < header.section_count; ++i) {
    const std::size_t at = footer.metadata_offset + i * sizeof(SectionEntry);
    const SectionEntry entry = opening.section(at, begin, footer.metadata_offset);
    if (find(entry.name) != nullptr) opening.fail(at, "two sections have the name " + quote(entry.name));
    sections_.push_back({entry.name, entry.offset, entry.bytes, entry.element_bytes});
    begin = format::aligned(entry.offset + entry.bytes);
  }
  if (begin != footer.metadata_offset) opening.fail(begin, "bytes that belong to no section");

  const std::size_t checksums_at = footer.metadata_offset + header.section_count * sizeof(SectionEntry);
  const std::span checksums(reinterpret_cast<const std::uint64_t*>(bytes.data() + checksums_at),
                            Opening::block_count(footer.metadata_offset));
  verifier_ =
      std::make_unique<BlockVerifier>(bytes.first(footer.metadata_offset), checksums, std::move(name));
}

IndexFile::IndexFile(const std::filesystem::path& path, FileKind kind)
    : IndexFile([&] {
        const MappedFile file(path);
        return IndexFile(file.bytes(), file.owner(), path.string(), kind);
      }()) {}

IndexFile IndexFile::from_bytes(std::span<const std::byte> bytes, std::string name, FileKind kind) {
  // A vector of these aligns the copy as a mapping would be: every section on 64 bytes.
  struct alignas(format::kAlignment) Line {
    std::byte bytes[format::kAlignment];
  };
  const auto copy = std::make_shared<std::vector<Line>>((bytes.size() + sizeof(Line) - 1) / sizeof(Line));
  if (!bytes.empty()) std::memcpy(copy->data(), bytes.data(), bytes.size());
  const std::span whole(reinterpret_cast<const std::byte*>(copy->data()), bytes.size());
  return {whole, copy, std::move(name), kind};
}

void IndexFile::require_identity(const FileIdentity& expected) const {
  if (identity_ == expected) return;
  const auto text = [](const FileIdentity& identity) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, identity.checksum, 16).ptr;
    return std::to_string(identity.bytes) + " bytes with checksum " + std::string(digits, end);
  };
  verifier_->fail(0, "a file of another index or commit: it has " + text(identity_) + ", the manifest says " +
                         text(expected));
}

const IndexFile::Section* IndexFile::find(std::string_view section) const noexcept {
  const auto found = std::find_if(sections_.begin(), sections_.end(),
                                  [&](const Section& candidate) { return candidate.name == section; });
  return found == sections_.end() ? nullptr : &*found;
}

bool IndexFile::has(std::string_view section) const noexcept { return find(section) != nullptr; }

const IndexFile::Section& IndexFile::require_section(std::string_view section,
                                                     std::size_t element_bytes) const {
  const Section* const found = find(section);
  if (found == nullptr) verifier_->fail(0, "no section " + quote(section));
  if (found->element_bytes != element_bytes) {
    verifier_->fail(found->offset, "section " + quote(section) + " has elements of " +
                                       std::to_string(found->element_bytes) + " bytes, expected " +
                                       std::to_string(element_bytes));
  }
  return *found;
}

void IndexFile::require(std::string_view section, ElementRule rule) {
  const Section& found = require_section(section, sizeof(std::uint32_t));
  rule.begin = found.offset;
  rule.bytes = found.bytes;
  verifier_->require(rule);
}

void IndexFile::fail_in(std::string_view section, const std::string& message) const {
  const Section* const found = find(section);
  verifier_->fail(found == nullptr ? 0 : found->offset, message);
}

std::vector<std::string> IndexFile::damaged_blocks() const { return verifier_->damaged_blocks(); }

}  // namespace marrow
