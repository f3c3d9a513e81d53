#include "evaluation_files.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "collections.h"
#include "corpus/beir.h"
#include "corpus/jsonl.h"
#include "evaluation/report.h"
#include "marrow/error.h"
#include "reopenable.h"

namespace marrow::cli {
namespace {

enum class QrelsLayout { trec, beir, jsonl };

/// What the first line looks like: an object, three fields cut by tabs, or anything else.
QrelsLayout layout_of(std::string_view first_line) {
  const std::size_t start = first_line.find_first_not_of(" \t");
  if (start != std::string_view::npos && first_line[start] == '{') return QrelsLayout::jsonl;
  return std::count(first_line.begin(), first_line.end(), '\t') == 2 ? QrelsLayout::beir : QrelsLayout::trec;
}

Qrels read_detected(const std::string& path, TrecReading reading) {
  const Reopenable file(path);
  const bool only_trec = reading.strictness == TrecStrictness::as_trec_eval;
  switch (only_trec ? QrelsLayout::trec : layout_of(file.first_line())) {
    case QrelsLayout::beir:
      return read_beir_qrels(file.open());
    case QrelsLayout::jsonl:
      return read_jsonl_qrels(file.open());
    case QrelsLayout::trec:
      break;
  }
  return read_trec_qrels(file.open(), reading);
}

}  // namespace

TrecReading trec_reading(TrecStrictness strictness, TrecEvalVersion version) {
  return {strictness, version == TrecEvalVersion::v10 ? TrecComments::skipped : TrecComments::none};
}

Qrels read_qrels(const std::string& path, TrecReading reading) {
  Qrels qrels = read_detected(path, reading);
  if (qrels.empty()) throw Error(ErrorCode::bad_input, path + ": no judgements in it");
  return qrels;
}

TrecRun read_run(const std::string& path, TrecReading reading) {
  return read_trec_run(Reopenable(path).open(), reading);
}

std::size_t count_judged_unknown(const Qrels& qrels, const std::string& corpus) {
  auto unknown = judged_documents(qrels);
  const DocumentSource documents = open_input(corpus).open_documents();
  while (const auto document = documents()) unknown.erase(document->external_id);
  return unknown.size();
}

}  // namespace marrow::cli
