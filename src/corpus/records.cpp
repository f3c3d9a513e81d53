#include "corpus/records.h"

#include <utility>

namespace marrow {
namespace {

bool is_whole_number(std::string_view number) {
  if (number.starts_with('-')) number.remove_prefix(1);
  return number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The title under `key`, which may be missing or null.
std::string title_in(const JsonLines& lines, std::string_view key) {
  const JsonField* const field = key.empty() ? nullptr : lines.find(key);
  if (field == nullptr || field->kind == JsonKind::null) return {};
  if (field->kind != JsonKind::string) lines.refuse(*field, "a string or null");
  return std::string(field->text);
}

}  // namespace

std::string id_in(const JsonLines& lines, const JsonField& field) {
  const bool text = field.kind == JsonKind::string && !field.text.empty();
  const bool number = field.kind == JsonKind::number && is_whole_number(field.text);
  if (!text && !number) lines.refuse(field, "an id: a string that is not empty, or a whole number");
  return std::string(field.text);
}

std::string text_in(const JsonLines& lines, std::string_view key) {
  const JsonField& field = lines.require(key);
  if (field.kind != JsonKind::string) lines.refuse(field, "a string");
  return std::string(field.text);
}

void refuse_repeated(SeenIds& seen, const JsonLines& lines, const JsonField& field, std::string_view id) {
  const auto earlier = seen.add(id, lines.lines().number());
  if (!earlier) return;
  fail_at(lines.lines().at(field.column), "id " + quote(id) + " stands on line " + std::to_string(*earlier) +
                                              " already, expected each id once");
}

std::optional<Document> DocumentReader::next() {
  if (!lines_.next()) return std::nullopt;
  const JsonField& id = lines_.require(keys_.id);
  Document document{.external_id = id_in(lines_, id),
                    .title = title_in(lines_, keys_.title),
                    .text = text_in(lines_, keys_.text)};
  refuse_repeated(seen_, lines_, id, document.external_id);
  return document;
}

std::vector<Query> read_queries(LineReader lines, RecordKeys keys) {
  DocumentReader reader(std::move(lines), {.id = keys.id, .title = {}, .text = keys.text});
  std::vector<Query> queries;
  while (auto record = reader.next()) {
    queries.push_back({.external_id = std::move(record->external_id), .text = std::move(record->text)});
  }
  return queries;
}

}  // namespace marrow
