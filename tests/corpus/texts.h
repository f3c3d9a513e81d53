#pragma once

#include <string>
#include <utility>
#include <vector>

#include "corpus/records.h"
#include "io/line_reader.h"

namespace marrow::test {

/// A reader of `text`, which messages call `name`.
inline LineReader lines_in(std::string text, std::string name = "a.jsonl") {
  return LineReader(open_text(std::move(text), std::move(name)));
}

inline std::vector<Document> all_of(DocumentReader reader) {
  std::vector<Document> documents;
  while (auto document = reader.next()) documents.push_back(std::move(*document));
  return documents;
}

}  // namespace marrow::test
