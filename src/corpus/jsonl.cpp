#include "corpus/jsonl.h"

#include <utility>

namespace marrow {

DocumentReader read_jsonl_documents(LineReader lines) {
  return {std::move(lines), {.id = "doc_id", .title = {}, .text = "content"}};
}

std::vector<Query> read_jsonl_queries(LineReader lines) {
  return read_queries(std::move(lines), {.id = "query_id", .title = {}, .text = "text"});
}

Qrels read_jsonl_qrels(LineReader lines) {
  JsonLines reader(std::move(lines));
  Qrels qrels;
  SeenIds seen;
  while (reader.next()) {
    const JsonField& query = reader.require("query_id");
    const std::string query_id = id_in(reader, query);
    refuse_repeated(seen, reader, query, query_id);
    const JsonField& relevant = reader.require("relevant_doc_ids");
    if (relevant.kind != JsonKind::array) reader.refuse(relevant, "an array of ids");
    Grades& grades = qrels[query_id];
    for (const JsonField& document : reader.elements(relevant)) {
      if (!grades.emplace(id_in(reader, document), 1).second) {
        reader.refuse(document, "each relevant document once");
      }
    }
  }
  return qrels;
}

}  // namespace marrow
