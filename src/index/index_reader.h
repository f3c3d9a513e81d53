#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/manifest.h"
#include "index/segment.h"
#include "marrow/types.h"

namespace marrow {

/// What BM25 needs to know of all live units together.
struct Bm25Statistics {
  std::uint64_t unit_count = 0;
  std::uint64_t sum_of_lengths = 0;
  /// The mean length in terms; 0 when there are no units.
  double average_length() const noexcept {
    return unit_count == 0 ? 0.0 : static_cast<double>(sum_of_lengths) / static_cast<double>(unit_count);
  }
};

/// An index as it was at one commit: a snapshot that no later commit changes. Legs are named as in
/// `--legs` ("bm25", "dense:NAME"); segments are in ascending order of their numbers.
///
/// Opening maps the files in O(metadata). Any later read of a damaged block throws corrupt_index.
/// What is returned lives as long as the reader. Thread safety: immutable, freely shared.
class IndexReader {
 public:
  /// Opens the newest commit of `folder`. Throws not_found when there is no index, corrupt_index when it
  /// is damaged, bad_input when its format is too old or too new, io when the system refuses.
  explicit IndexReader(const std::filesystem::path& folder);
  static std::shared_ptr<const IndexReader> open(const std::filesystem::path& folder) {
    return std::make_shared<const IndexReader>(folder);
  }
  IndexReader(const IndexReader&) = delete;
  IndexReader& operator=(const IndexReader&) = delete;

  const std::filesystem::path& folder() const noexcept { return folder_; }
  const Manifest& manifest() const noexcept { return manifest_; }
  std::span<const Segment> segments() const noexcept { return segments_; }
  /// What a user should be told about the opening: newer commits that are damaged.
  std::span<const std::string> warnings() const noexcept { return warnings_; }

  std::span<const Field> fields() const noexcept { return manifest_.fields; }
  std::optional<std::size_t> find_field(std::string_view leg) const;
  /// The field's place in fields(). Throws not_found, naming the legs that there are.
  std::size_t field(std::string_view leg) const;
  /// The analyzer line that bm25's terms were made with. Throws not_found without a bm25 field.
  const std::string& analyzer() const { return fields()[field("bm25")].identity; }

  std::uint64_t document_count() const noexcept;
  std::uint64_t unit_count() const noexcept;
  Bm25Statistics bm25_statistics() const;
  /// Live units of all segments that hold `term`.
  std::uint64_t document_frequency(std::string_view term) const;

  /// The live document with this external id.
  std::optional<Sequence> find(std::string_view external_id) const;
  /// Each throws not_found when no live document has this sequence.
  std::string_view external_id(Sequence document) const;
  Document document(Sequence document) const;
  /// The text of one unit of a document, cut from its full text. Throws invalid_argument when the
  /// document has no such unit.
  std::string unit_text(Sequence document, std::uint32_t unit) const;

 private:
  struct Place {
    const Segment* segment;
    DocumentRow row;
  };
  Place locate(Sequence document) const;

  std::filesystem::path folder_;
  Manifest manifest_;
  std::vector<std::string> warnings_;
  std::vector<Segment> segments_;
};

/// The bytes of a document's full text that a range covers. Throws corrupt_index when it goes beyond.
std::string text_of_range(const Document& document, UnitRange range);

}  // namespace marrow
