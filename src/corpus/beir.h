#pragma once

#include <vector>

#include "corpus/records.h"
#include "io/line_reader.h"
#include "marrow/evaluation.h"

/// BEIR's layout: corpus.jsonl {"_id", "title", "text"}, queries.jsonl {"_id", "text"} and
/// qrels/SPLIT.tsv (query-id, corpus-id, score), each plain or gzip.
namespace marrow {

DocumentReader read_beir_documents(LineReader lines);

std::vector<Query> read_beir_queries(LineReader lines);

/// Reads judgements: three fields a line, separated by one tab: query id, document id, grade (a whole
/// number, which may be negative). The first line may be the header `query-id corpus-id score`. Blank
/// lines are skipped; ids may hold blanks. Throws bad_input as source:line:column for any other line,
/// and for a document judged twice for a query (naming both lines).
Qrels read_beir_qrels(LineReader lines);

}  // namespace marrow
