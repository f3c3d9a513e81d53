#include "index/index_check.h"

#include <span>
#include <string>

#include "index/index_folder.h"
#include "index/index_reader.h"
#include "index/segment.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// Runs `action` and turns the Error it ends with into a problem: here problems are the result, not a
/// reason to stop. What is wrong with the whole check (another version, no index) passes through.
template <typename Action>
void note(std::vector<std::string>& problems, Action action) {
  try {
    action();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::bad_input) throw;
    problems.emplace_back(error.what());
  }
}

std::vector<std::string> problems_of_file(const std::filesystem::path& path, const FileEntry& entry) {
  std::vector<std::string> problems;
  note(problems, [&] {
    const IndexFile file(path, entry.kind);
    for (std::string& message : file.damaged_blocks()) problems.push_back(std::move(message));
    file.require_identity(entry.identity);
  });
  return problems;
}

void check_documents(const Segment& segment, std::uint64_t next_sequence) {
  segment.units().check();
  segment.documents().check();
  const UnitTable& units = segment.units();
  segment.documents().for_each([&](DocumentRow row, const Document& document) {
    for (std::uint32_t unit = 0; unit < units.unit_count(row); ++unit) {
      text_of_range(document, units.range(row, unit));
    }
    if (value_of(units.sequence(row)) < next_sequence) return;
    throw Error(ErrorCode::corrupt_index, "corrupt index: document " + quote(document.external_id) +
                                              " has sequence " +
                                              std::to_string(value_of(units.sequence(row))) +
                                              ", expected below " + std::to_string(next_sequence));
  });
}

void check_codes(const ImpactsView& exact, const QuantizedImpactsView& quantized) {
  for (std::size_t term = 0; term < exact.vocabulary_size(); ++term) {
    const auto weights = exact.list(TermId(term)).weights;
    const auto codes = quantized.list(TermId(term)).codes;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const bool holds = weights[i] <= quantized.largest_weight() &&
                         codes[i] == quantize_impact(weights[i], quantized.largest_weight());
      if (!holds) quantized.fail(TermId(term), i, "a code that is not its weight's");
    }
  }
}

void check_field(const Segment& segment, std::span<const Field> fields, std::size_t place) {
  switch (fields[place].kind) {
    case FieldKind::bm25:
      segment.bm25(place).lexicon.check();
      segment.bm25(place).postings.check();
      return;
    case FieldKind::sparse:
      segment.impacts(place).check();
      if (fields[place].quantized) check_codes(segment.impacts(place), segment.quantized_impacts(place));
      return;
    case FieldKind::dense:
      segment.vectors(place).check();
      return;
  }
}

/// The invariants of one segment, each part by itself.
void check_invariants(const Segment& segment, const Manifest& manifest, std::vector<std::string>& problems) {
  note(problems, [&] { check_documents(segment, manifest.next_sequence); });
  for (std::size_t field = 0; field < manifest.fields.size(); ++field) {
    note(problems, [&] { check_field(segment, manifest.fields, field); });
  }
}

/// No document may stand in two segments.
void check_distinct(std::span<const Segment> segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const DocStore& documents = segments[i].documents();
    for (std::size_t row = 0; row < documents.size(); ++row) {
      const auto id = documents.external_id(DocumentRow(row));
      const Sequence sequence = segments[i].units().sequence(DocumentRow(row));
      for (const Segment& later : segments.subspan(i + 1)) {
        if (!later.documents().find(id) && !later.units().find(sequence)) continue;
        throw Error(ErrorCode::corrupt_index, "corrupt index: document " + quote(id) + " or its sequence " +
                                                  std::to_string(value_of(sequence)) + " is in two segments");
      }
    }
  }
}

/// Every block of every file of the commit.
void check_files(const std::filesystem::path& folder, const Manifest& manifest, const Progress& progress,
                 CheckReport& report) {
  std::uint64_t total = 0;
  for (const SegmentEntry& segment : manifest.segments) {
    for (const FileEntry& file : segment.files) total += file.identity.bytes;
  }
  std::uint64_t done = 0;
  for (const SegmentEntry& segment : manifest.segments) {
    for (const FileEntry& file : segment.files) {
      if (progress) progress(done, total);
      const std::string name = segment_file_name(segment.number, file);
      std::vector<std::string> problems = problems_of_file(folder / name, file);
      report.files.push_back({name, file.identity.bytes, problems.size()});
      for (std::string& problem : problems) report.problems.push_back(std::move(problem));
      done += file.identity.bytes;
    }
  }
  if (progress) progress(done, total);
}

}  // namespace

CheckReport check_index(const std::filesystem::path& folder, const Progress& progress) {
  CheckReport report;
  const FolderContent content = list_folder(folder);
  if (content.generations.empty()) {
    throw Error(ErrorCode::not_found, folder.string() + ": no index here (no MANIFEST file)");
  }
  Manifest manifest;
  for (auto generation = content.generations.begin();
       generation != content.generations.end() && report.generation == 0; ++generation) {
    note(report.problems, [&] {
      manifest = read_manifest(folder, *generation);
      report.generation = *generation;
    });
  }
  if (report.generation == 0) return report;
  const std::string manifest_name = manifest_file_name(report.generation);
  report.files.push_back({manifest_name, std::filesystem::file_size(folder / manifest_name), 0});
  report.unreferenced = unreferenced(content, manifest);
  check_files(folder, manifest, progress, report);
  if (!report.problems.empty()) return report;  // the same damage would be told again
  note(report.problems, [&] {
    const IndexReader reader(folder);
    report.document_count = reader.document_count();
    for (const Segment& segment : reader.segments()) check_invariants(segment, manifest, report.problems);
    check_distinct(reader.segments());
  });
  return report;
}

}  // namespace marrow
