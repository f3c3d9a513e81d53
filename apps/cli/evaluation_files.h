#pragma once

#include <optional>
#include <string>
#include <vector>

#include "corpus/trec.h"
#include "marrow/evaluation.h"

/// The files that `marrow evaluate` reads. "-" is standard input; every file may be compressed (gzip).
namespace marrow::cli {

/// What trec_eval of that version takes, or the strict form of it.
TrecReading trec_reading(TrecStrictness strictness, TrecEvalVersion version);

/// Judgements in TREC's layout, BEIR's tab-separated one (query-id, corpus-id, score), or JSON lines
/// {query_id, relevant_doc_ids}: the content decides. With as_trec_eval always TREC's.
/// Throws bad_input when there are none.
Qrels read_qrels(const std::string& path, TrecReading reading);

TrecRun read_run(const std::string& path, TrecReading reading);

/// How many distinct judged documents the corpus lacks. `corpus` is a folder in BEIR's or our own layout,
/// or its documents' file.
std::size_t count_judged_unknown(const Qrels& qrels, const std::string& corpus);

}  // namespace marrow::cli
