#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/seen_ids.h"
#include "io/json_lines.h"
#include "marrow/types.h"

/// What the JSON layouts share: documents and queries as one object a line.
///
/// An id is a string that is not empty, or a whole number, which becomes its decimal text exactly as it
/// stands ("3" meets 3; no digit is lost). Anything else as an id is a bad_input, and so is an id that
/// stands twice (naming both lines). Keys that are not named here are stepped over, well formed or not
/// at all.
namespace marrow {

/// What the keys of a layout are called.
struct RecordKeys {
  std::string_view id;
  std::string_view title;  ///< empty: the layout has no titles
  std::string_view text;
};

/// Reads documents one by one, in memory that holds the longest line and the ids, not the texts.
/// Thread safety: none.
class DocumentReader {
 public:
  DocumentReader(LineReader lines, RecordKeys keys) : lines_(std::move(lines)), keys_(keys) {}

  /// The next document; nothing at the end. A title that is missing or null is "". Throws bad_input as
  /// source:line:column, or as JsonLines::next.
  std::optional<Document> next();

 private:
  JsonLines lines_;
  RecordKeys keys_;
  SeenIds seen_;
};

/// All queries, in the order of the file. Throws as DocumentReader::next.
std::vector<Query> read_queries(LineReader lines, RecordKeys keys);

/// The id that `field` holds. Throws bad_input at its place.
std::string id_in(const JsonLines& lines, const JsonField& field);

/// The string that stands under `key`. Throws bad_input when there is none.
std::string text_in(const JsonLines& lines, std::string_view key);

/// Throws bad_input, naming both lines, when `id` was seen before; else remembers it.
void refuse_repeated(SeenIds& seen, const JsonLines& lines, const JsonField& field, std::string_view id);

}  // namespace marrow
