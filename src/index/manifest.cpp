#include "index/manifest.h"

#include <algorithm>
#include <cstring>

#include "index/index_file.h"
#include "index/index_file_writer.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::uint32_t kLargestDimension = 1U << 16;
constexpr std::uint32_t kLargestVocabulary = 1U << 24;
constexpr std::size_t kMostFields = 64;
constexpr std::string_view kSection = "manifest";

/// What is wrong with a field by itself; empty when nothing is.
std::string problem_of(const Field& field) {
  if (field.quantized && field.kind != FieldKind::sparse) return "only sparse fields have an 8-bit form";
  if (field.kind == FieldKind::bm25) {
    return field.width != 0 || !field.name.empty() ? "bm25 has neither a width nor a name" : "";
  }
  const std::uint32_t most = field.kind == FieldKind::dense ? kLargestDimension : kLargestVocabulary;
  if (field.width >= 1 && field.width <= most) return "";
  return "a width of " + std::to_string(field.width) + ", expected 1 to " + std::to_string(most);
}

/// What is wrong with an index's fields, naming the first bad one; empty when nothing is.
std::string problem_of(std::span<const Field> fields) {
  if (fields.size() > kMostFields) {
    return std::to_string(fields.size()) + " fields, expected at most " + std::to_string(kMostFields);
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::string problem = problem_of(fields[i]);
    const std::string name = leg_name(fields[i]);
    for (std::size_t j = 0; j < i; ++j) {
      if (leg_name(fields[j]) == name) problem = "there are two of this name";
    }
    if (!problem.empty()) return "field " + quote(name) + ": " + problem;
  }
  return "";
}

FileKind file_kind_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::sparse:
      return FileKind::impacts;
    case FieldKind::dense:
      return FileKind::vectors;
    case FieldKind::bm25:
      break;
  }
  return FileKind::postings;
}

/// Appends little-endian numbers, and texts with their length before them.
class Encoder {
 public:
  template <typename T>
  void number(T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out_.append(bytes, sizeof value);
  }
  void text(std::string_view value) {
    number(static_cast<std::uint64_t>(value.size()));
    out_ += value;
  }
  std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

/// Reads what Encoder wrote. A count is never trusted: items are read one by one until bytes run out.
class Decoder {
 public:
  explicit Decoder(const VerifiedArray<char>& section) : section_(section), bytes_(section.all()) {}

  template <typename T>
  T number() {
    T value{};
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  /// A number that may be at most `most`.
  std::uint32_t number_up_to(std::uint32_t most, const char* what) {
    const auto value = number<std::uint32_t>();
    if (value > most) fail(sizeof value, "a " + std::string(what) + " of " + std::to_string(value));
    return value;
  }
  std::string text() {
    const auto length = number<std::uint64_t>();
    const auto bytes = take(length);
    return {bytes.data(), bytes.size()};
  }
  void end() const {
    if (at_ != bytes_.size()) fail(0, "bytes after the end of the manifest");
  }
  /// Blames the `back` bytes that were read last.
  [[noreturn]] void fail(std::size_t back, const std::string& message) const {
    section_.fail(at_ - back, message);
  }

 private:
  std::span<const char> take(std::uint64_t count) {
    if (count > bytes_.size() - at_) fail(0, "the manifest ends early");
    const auto taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
  }

  const VerifiedArray<char>& section_;
  std::span<const char> bytes_;
  std::size_t at_ = 0;
};

void encode_field(Encoder& out, const Field& field) {
  out.number(static_cast<std::uint32_t>(field.kind));
  out.number(static_cast<std::uint32_t>(field.quantized ? 1 : 0));
  out.number(field.width);
  out.text(field.name);
  out.text(field.model);
  out.text(field.identity);
  out.text(field.details);
}

Field decode_field(Decoder& in) {
  Field field;
  field.kind = FieldKind(in.number_up_to(static_cast<std::uint32_t>(FieldKind::dense), "field kind"));
  field.quantized = in.number_up_to(1, "flag") == 1;
  field.width = in.number<std::uint32_t>();
  field.name = in.text();
  field.model = in.text();
  field.identity = in.text();
  field.details = in.text();
  return field;
}

void encode_segment(Encoder& out, const SegmentEntry& segment) {
  out.number(segment.number);
  out.number(segment.document_count);
  out.number(segment.unit_count);
  for (const FileEntry& file : segment.files) {
    out.number(file.identity.bytes);
    out.number(file.identity.checksum);
  }
}

SegmentEntry decode_segment(Decoder& in, const std::vector<FileEntry>& files) {
  SegmentEntry segment;
  segment.number = in.number<std::uint64_t>();
  segment.document_count = in.number<std::uint32_t>();
  segment.unit_count = in.number<std::uint32_t>();
  segment.files = files;
  for (FileEntry& file : segment.files) {
    file.identity.bytes = in.number<std::uint64_t>();
    file.identity.checksum = in.number<std::uint64_t>();
  }
  return segment;
}

}  // namespace

std::string leg_name(const Field& field) {
  const std::string kind = field.kind == FieldKind::bm25     ? "bm25"
                           : field.kind == FieldKind::sparse ? "sparse"
                                                             : "dense";
  return field.name.empty() ? kind : kind + ':' + field.name;
}

void validate_fields(std::span<const Field> fields) {
  if (const std::string problem = problem_of(fields); !problem.empty()) {
    throw Error(ErrorCode::invalid_argument, problem);
  }
}

std::vector<FileEntry> expected_files(std::span<const Field> fields) {
  std::vector<FileEntry> files{{FileKind::documents, 0, {}}};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto field = static_cast<std::uint32_t>(i);
    files.push_back({file_kind_of(fields[i].kind), field, {}});
    if (fields[i].quantized) files.push_back({FileKind::quantized_impacts, field, {}});
  }
  return files;
}

std::string manifest_file_name(std::uint64_t generation) { return "MANIFEST-" + std::to_string(generation); }

std::string segment_file_name(std::uint64_t segment, const FileEntry& file) {
  const std::string stem = "segment-" + std::to_string(segment) + '.';
  const std::string field = std::to_string(file.field);
  switch (file.kind) {
    case FileKind::postings:
      return stem + "postings-" + field;
    case FileKind::impacts:
      return stem + "impacts-" + field;
    case FileKind::quantized_impacts:
      return stem + "impacts8-" + field;
    case FileKind::vectors:
      return stem + "vectors-" + field;
    case FileKind::documents:
    case FileKind::manifest:
      break;
  }
  return stem + "documents";
}

std::string encode(const Manifest& manifest) {
  Encoder out;
  out.number(manifest.generation);
  out.text(manifest.creator);
  out.number(manifest.next_sequence);
  out.number(static_cast<std::uint32_t>(manifest.fields.size()));
  out.number(static_cast<std::uint32_t>(manifest.segments.size()));
  for (const Field& field : manifest.fields) encode_field(out, field);
  for (const SegmentEntry& segment : manifest.segments) encode_segment(out, segment);
  return std::move(out).take();
}

Manifest decode_manifest(const VerifiedArray<char>& section) {
  Decoder in(section);
  Manifest manifest;
  manifest.generation = in.number<std::uint64_t>();
  manifest.creator = in.text();
  manifest.next_sequence = in.number<std::uint64_t>();
  const auto field_count = in.number_up_to(kMostFields, "number of fields");
  const auto segment_count = in.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < field_count; ++i) manifest.fields.push_back(decode_field(in));
  if (const std::string problem = problem_of(manifest.fields); !problem.empty()) in.fail(0, problem);
  const std::vector<FileEntry> files = expected_files(manifest.fields);
  for (std::uint32_t i = 0; i < segment_count; ++i) manifest.segments.push_back(decode_segment(in, files));
  in.end();
  return manifest;
}

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  IndexFileWriter file(folder / manifest_file_name(manifest.generation), FileKind::manifest, 1);
  const std::string content = encode(manifest);
  file.add_section(kSection, std::span(content));
  file.finish();
}

Manifest read_manifest(const std::filesystem::path& folder, std::uint64_t generation) {
  const IndexFile file(folder / manifest_file_name(generation), FileKind::manifest);
  const auto section = file.array<char>(kSection);
  Manifest manifest = decode_manifest(section);
  if (manifest.generation != generation) {
    section.fail(0, "this is manifest " + std::to_string(manifest.generation) + " under another name");
  }
  return manifest;
}

}  // namespace marrow
