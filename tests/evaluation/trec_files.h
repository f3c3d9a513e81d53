#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/trec.h"
#include "evaluation/evaluator.h"
#include "evaluation/trec_format.h"
#include "tests/support/paths.h"

/// Files in TREC's formats, read and evaluated in one step.
namespace marrow::test {

inline std::filesystem::path nist_folder() { return shared_folder() / "golden/trec_eval/nist_trec_eval"; }
inline std::filesystem::path covid_folder() { return shared_folder() / "golden/trec_eval/trec_covid_rnd1"; }

inline TrecReading as_trec_eval(TrecEvalVersion version) {
  return {TrecStrictness::as_trec_eval,
          version == TrecEvalVersion::v10 ? TrecComments::skipped : TrecComments::none};
}

inline Qrels qrels_of(const std::filesystem::path& path, TrecReading reading = {}) {
  return read_trec_qrels(LineReader(path), reading);
}

inline TrecRun run_of(const std::filesystem::path& path, TrecReading reading = {}) {
  return read_trec_run(LineReader(path), reading);
}

/// The content of a file that may be compressed.
inline std::string text_of(const std::filesystem::path& path) {
  LineReader lines(path);
  std::string text;
  while (lines.next()) text.append(lines.text()).append(1, '\n');
  return text;
}

/// What `trec_eval` prints for these files.
inline std::string trec_eval_output(const std::filesystem::path& qrels, const std::filesystem::path& run,
                                    std::string_view measures, const EvaluationOptions& options,
                                    ReportLines lines) {
  const MeasureSet set = in_trec_eval_order(parse_measures(split_measure_list(measures), options.version));
  const TrecRun read = run_of(run, as_trec_eval(options.version));
  const Evaluator evaluator(qrels_of(qrels, as_trec_eval(options.version)), set, options);
  return trec_eval_text(evaluator.evaluate(read.run), set, read.run_id, lines);
}

}  // namespace marrow::test
