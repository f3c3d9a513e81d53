#pragma once

#include <vector>

#include "corpus/records.h"
#include "io/line_reader.h"
#include "marrow/evaluation.h"

/// The layout for one's own data: documents.jsonl {"doc_id", "content"}, queries.jsonl {"query_id",
/// "text"} and qrels.jsonl {"query_id", "relevant_doc_ids": [id…]}, each plain or gzip.
namespace marrow {

/// A document's title is "": the layout has none.
DocumentReader read_jsonl_documents(LineReader lines);

std::vector<Query> read_jsonl_queries(LineReader lines);

/// Reads judgements: every listed document has grade 1. A query with an empty list is judged and has no
/// relevant document. Throws bad_input as source:line:column, also for a query on two lines (naming
/// both) and a document that a list holds twice.
Qrels read_jsonl_qrels(LineReader lines);

}  // namespace marrow
