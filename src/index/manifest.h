#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "index/format.h"
#include "index/verified_array.h"

namespace marrow {

enum class FieldKind : std::uint8_t { bm25, sparse, dense };

/// One leg's data in an index, and who made it.
struct Field {
  FieldKind kind = FieldKind::bm25;
  std::string name;   ///< tells fields of one kind apart; of bm25 there is one, and its name is empty
  std::string model;  ///< the model as the user asked for it; may be empty
  std::string
      identity;         ///< what queries must agree with: the analyzer line (bm25), or the encoder's identity
  std::string details;  ///< opaque, for people and for rebuilding the encoder: prompts, limits
  std::uint32_t width = 0;  ///< sparse: vocabulary size; dense: dimension; bm25: 0
  bool quantized = false;   ///< sparse: the 8-bit form is kept beside the exact one
  friend bool operator==(const Field&, const Field&) = default;
};

/// The leg's name as in `--legs`: "bm25", "sparse:NAME", "dense:NAME"; without ":NAME" when it is empty.
std::string leg_name(const Field& field);

/// Throws invalid_argument when a field is impossible (a width out of range, a second bm25 field, a bm25
/// field with a name, an 8-bit form of what is not sparse) or two have the same leg name.
void validate_fields(std::span<const Field> fields);

/// A file of a segment, and what its content must be.
struct FileEntry {
  FileKind kind = FileKind::documents;
  std::uint32_t field = 0;  ///< place in Manifest::fields; 0 for the documents file
  FileIdentity identity;
  friend bool operator==(const FileEntry&, const FileEntry&) = default;
};

/// An immutable part of an index: some of its documents, with every field.
struct SegmentEntry {
  std::uint64_t number = 0;
  std::uint32_t document_count = 0;
  std::uint32_t unit_count = 0;
  std::vector<FileEntry> files;  ///< exactly those that expected_files() names, in its order
  friend bool operator==(const SegmentEntry&, const SegmentEntry&) = default;
};

/// One commit: all that an index is at one moment. The file MANIFEST-n holds it.
struct Manifest {
  std::uint64_t generation = 0;     ///< the n of MANIFEST-n
  std::string creator;              ///< the program and version that wrote it
  std::uint64_t next_sequence = 0;  ///< above that of every document ever added
  std::vector<Field> fields;
  std::vector<SegmentEntry> segments;
  friend bool operator==(const Manifest&, const Manifest&) = default;
};

/// The files that a segment with these fields has, with empty identities: the documents file, then for
/// each field its file and, when it is quantized, the 8-bit one.
std::vector<FileEntry> expected_files(std::span<const Field> fields);

/// The names of files in an index folder: "MANIFEST-3", "segment-1.documents", "segment-1.postings-0",
/// the last number being the field's place.
std::string manifest_file_name(std::uint64_t generation);
std::string segment_file_name(std::uint64_t segment, const FileEntry& file);

/// The manifest as it lies in the file's only section (docs/file_format.md).
std::string encode(const Manifest& manifest);

/// Reads that section. Throws corrupt_index when it is not what encode() writes for some manifest.
Manifest decode_manifest(const VerifiedArray<char>& section);

/// Writes MANIFEST-(manifest.generation) to `folder`: when this returns, the commit is done.
/// Throws io.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

/// Reads one manifest by its number. Throws not_found, io, and as IndexFile.
Manifest read_manifest(const std::filesystem::path& folder, std::uint64_t generation);

}  // namespace marrow
