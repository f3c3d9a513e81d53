#include "corpus/beir.h"

#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "corpus/seen_pairs.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::size_t kFieldCount = 3;
constexpr std::array<std::string_view, kFieldCount> kHeader = {"query-id", "corpus-id", "score"};
using Fields = std::array<std::string_view, kFieldCount>;

/// The line's three fields. Throws bad_input when there are fewer or more.
Fields split(const LineReader& lines) {
  Fields fields;
  std::string_view rest = lines.text();
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    const std::size_t tab = rest.find('\t');
    const bool last = i + 1 == kFieldCount;
    if ((tab == std::string_view::npos) != last) {
      const auto column = static_cast<std::size_t>(rest.data() - lines.text().data()) + 1;
      fail_at(lines.at(column), "expected three fields `query-id corpus-id score` separated by tabs, got " +
                                    std::string(last ? "more: " : "fewer: ") + quote(lines.text()));
    }
    fields[i] = rest.substr(0, tab);
    rest.remove_prefix(last ? rest.size() : tab + 1);
  }
  return fields;
}

std::size_t column_of(const LineReader& lines, std::string_view field) {
  return static_cast<std::size_t>(field.data() - lines.text().data()) + 1;
}

int grade_in(const LineReader& lines, std::string_view text) {
  int grade = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, grade);
  if (status != std::errc{} || stop != end) {
    fail_at(lines.at(column_of(lines, text)), "expected a grade (a whole number), got " + quote(text));
  }
  return grade;
}

}  // namespace

DocumentReader read_beir_documents(LineReader lines) {
  return {std::move(lines), {.id = "_id", .title = "title", .text = "text"}};
}

std::vector<Query> read_beir_queries(LineReader lines) {
  return read_queries(std::move(lines), {.id = "_id", .title = {}, .text = "text"});
}

Qrels read_beir_qrels(LineReader lines) {
  Qrels qrels;
  SeenPairs seen;
  bool first = true;
  while (lines.next()) {
    if (lines.text().find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const Fields fields = split(lines);
    if (std::exchange(first, false) && fields == kHeader) continue;
    const auto [query, document, grade_text] = fields;
    for (const std::string_view id : {query, document}) {
      if (id.empty()) fail_at(lines.at(column_of(lines, id)), "expected an id, got nothing");
    }
    const int grade = grade_in(lines, grade_text);
    seen.add(query, document, lines);
    qrels[std::string(query)][std::string(document)] = grade;
  }
  return qrels;
}

}  // namespace marrow
