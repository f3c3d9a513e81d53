#include "index/index_reader.h"

#include "index/index_folder.h"
#include "marrow/error.h"

namespace marrow {

IndexReader::IndexReader(const std::filesystem::path& folder) : folder_(folder) {
  NewestManifest newest = read_newest_manifest(folder);
  manifest_ = std::move(newest.manifest);
  warnings_ = std::move(newest.warnings);
  segments_.reserve(manifest_.segments.size());
  for (const SegmentEntry& entry : manifest_.segments)
    segments_.push_back(Segment::open(folder, entry, manifest_.fields));
}

std::optional<std::size_t> IndexReader::find_field(std::string_view leg) const {
  for (std::size_t i = 0; i < manifest_.fields.size(); ++i) {
    if (leg_name(manifest_.fields[i]) == leg) return i;
  }
  return std::nullopt;
}

std::size_t IndexReader::field(std::string_view leg) const {
  if (const auto found = find_field(leg)) return *found;
  std::string legs;
  for (const Field& field : manifest_.fields) legs += (legs.empty() ? "" : ", ") + leg_name(field);
  throw Error(ErrorCode::not_found, folder_.string() + ": the index has no leg " + quote(leg) + ", it has " +
                                        (legs.empty() ? "none" : legs));
}

std::uint64_t IndexReader::document_count() const noexcept {
  std::uint64_t count = 0;
  for (const Segment& segment : segments_) count += segment.document_count();
  return count;
}

std::uint64_t IndexReader::unit_count() const noexcept {
  std::uint64_t count = 0;
  for (const Segment& segment : segments_) count += segment.unit_count();
  return count;
}

Bm25Statistics IndexReader::bm25_statistics() const {
  const std::size_t place = field("bm25");
  Bm25Statistics statistics;
  for (const Segment& segment : segments_) {
    statistics.unit_count += segment.unit_count();
    statistics.sum_of_lengths += segment.bm25(place).postings.sum_of_lengths();
  }
  return statistics;
}

std::uint64_t IndexReader::document_frequency(std::string_view term) const {
  const std::size_t place = field("bm25");
  std::uint64_t count = 0;
  for (const Segment& segment : segments_) count += segment.bm25(place).document_frequency(term);
  return count;
}

std::optional<Sequence> IndexReader::find(std::string_view external_id) const {
  for (const Segment& segment : segments_) {
    if (const auto row = segment.documents().find(external_id)) return segment.units().sequence(*row);
  }
  return std::nullopt;
}

IndexReader::Place IndexReader::locate(Sequence document) const {
  for (const Segment& segment : segments_) {
    if (const auto row = segment.units().find(document)) return {&segment, *row};
  }
  throw Error(ErrorCode::not_found,
              folder_.string() + ": no document has sequence " + std::to_string(value_of(document)));
}

std::string_view IndexReader::external_id(Sequence document) const {
  const Place place = locate(document);
  return place.segment->documents().external_id(place.row);
}

Document IndexReader::document(Sequence document) const {
  const Place place = locate(document);
  return place.segment->documents().document(place.row);
}

std::string IndexReader::unit_text(Sequence document, std::uint32_t unit) const {
  const Place place = locate(document);
  const UnitRange range = place.segment->units().range(place.row, unit);
  return text_of_range(place.segment->documents().document(place.row), range);
}

std::string text_of_range(const Document& document, UnitRange range) {
  const std::string text = full_text(document);
  if (range.begin > range.end || range.end > text.size()) {
    throw Error(ErrorCode::corrupt_index, "corrupt index: document " + quote(document.external_id) +
                                              " has a unit beyond its text of " +
                                              std::to_string(text.size()) + " bytes");
  }
  return text.substr(range.begin, range.end - range.begin);
}

}  // namespace marrow
