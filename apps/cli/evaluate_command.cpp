#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "evaluation/evaluator.h"
#include "evaluation/trec_format.h"
#include "evaluation_files.h"
#include "evaluation_report.h"
#include "io/durable_file.h"
#include "marrow/error.h"
#include "output.h"

namespace marrow::cli {
namespace {

constexpr std::string_view kDefaultMeasures = "nDCG@10,R@100,AP";

struct EvaluateOptions {
  std::string qrels;
  std::vector<std::string> runs;
  std::string corpus;
  std::string measures;
  std::string format = "marrow";
  std::string mean;
  std::string self_match = "kept";
  int trec_eval = 9;
  int relevance_level = 1;
  std::size_t max_hits = 0;
  bool per_query = false;
  std::optional<std::string> json;  ///< a file's name; "-": standard output
  ComparisonOptions comparison;

  bool as_trec_eval() const { return format == "trec_eval"; }
  ReportLines lines() const { return per_query ? ReportLines::queries_and_summary : ReportLines::summary; }
  TrecReading reading() const {
    return trec_reading(as_trec_eval() ? TrecStrictness::as_trec_eval : TrecStrictness::strict, version());
  }
  TrecEvalVersion version() const { return trec_eval == 9 ? TrecEvalVersion::v9 : TrecEvalVersion::v10; }

  EvaluationOptions evaluation() const {
    const bool intersection = mean.empty() ? as_trec_eval() : mean == "intersection";
    return {.version = version(),
            .mean_over = intersection ? MeanOver::intersection : MeanOver::judged,
            .self_match = self_match == "removed" ? SelfMatch::removed : SelfMatch::kept,
            .relevance_level = relevance_level,
            .max_hits = max_hits};
  }
};

std::string label_of(const std::string& path, const std::vector<std::string>& paths) {
  const auto name = [](const std::string& one) { return std::filesystem::path(one).filename().string(); };
  const auto same =
      std::count_if(paths.begin(), paths.end(), [&](const auto& one) { return name(one) == name(path); });
  return same == 1 ? name(path) : path;
}

EvaluatedRun evaluate_run(const Evaluator& evaluator, const std::string& path,
                          const EvaluateOptions& options) {
  TrecRun read = read_run(path, options.reading());
  EvaluatedRun result{path, label_of(path, options.runs), std::move(read.run_id),
                      evaluator.evaluate(read.run)};
  const std::size_t covered = result.evaluation.queries.size();
  const std::size_t missing = result.evaluation.queries_without_hits.size();
  if (options.evaluation().mean_over == MeanOver::intersection && covered == 0) {
    throw Error(ErrorCode::bad_input, path + ": none of its queries has judgements in " + options.qrels);
  }
  if (missing == evaluator.query_count()) {
    notice("warning: " + path + " answers none of the judged queries; do the query ids agree?");
  }
  return result;
}

void print_as_trec_eval(const EvaluateOptions& options) {
  if (options.runs.size() != 1 || options.json || !options.corpus.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "--format trec_eval prints one run as that tool does, without --json and --corpus");
  }
  const std::string measures = options.measures.empty() ? "official" : options.measures;
  const MeasureSet set = in_trec_eval_order(parse_measures(split_measure_list(measures), options.version()));
  const Evaluator evaluator(read_qrels(options.qrels, options.reading()), set, options.evaluation());
  const EvaluatedRun run = evaluate_run(evaluator, options.runs.front(), options);
  std::fputs(trec_eval_text(run.evaluation, set, run.run_id, options.lines()).c_str(), stdout);
}

EvaluationReport make_report(const EvaluateOptions& options) {
  const Qrels qrels = read_qrels(options.qrels, options.reading());
  const std::string measures = options.measures.empty() ? std::string(kDefaultMeasures) : options.measures;
  const auto names = with_companions(split_measure_list(measures));
  const Evaluator evaluator(qrels, parse_measures(names, options.version()), options.evaluation());
  EvaluationReport report{.qrels = options.qrels, .corpus = options.corpus, .comparison = options.comparison};
  for (const std::string& path : options.runs) report.runs.push_back(evaluate_run(evaluator, path, options));
  if (!options.corpus.empty()) report.judged_unknown = count_judged_unknown(qrels, options.corpus);
  const Progress progress = show_progress("comparing runs");
  for (std::size_t i = 1; i < report.runs.size(); ++i) {
    progress(i - 1, report.runs.size() - 1);
    report.comparisons.push_back(
        compare(report.runs.front().evaluation, report.runs[i].evaluation, options.comparison));
  }
  return report;
}

/// Standard input can be read once.
void check_inputs(const EvaluateOptions& options) {
  const auto from_input = std::count(options.runs.begin(), options.runs.end(), "-") +
                          (options.qrels == "-" ? 1 : 0) + (options.corpus == "-" ? 1 : 0);
  if (from_input > 1)
    throw Error(ErrorCode::invalid_argument, "standard input (-) can be only one of the files");
}

void run(const EvaluateOptions& options) {
  check_inputs(options);
  if (options.as_trec_eval()) {
    print_as_trec_eval(options);
    return;
  }
  const EvaluationReport report = make_report(options);
  const bool json_only = options.json == "-";
  if (options.json) {
    const std::string text = to_text(json_of(report, options.lines()), 2) + '\n';
    json_only ? static_cast<void>(std::fputs(text.c_str(), stdout)) : write_file(*options.json, text);
  }
  if (!json_only) std::fputs(text_of(report, options.lines()).c_str(), stdout);
}

void add_reading_options(CLI::App& command, EvaluateOptions& options) {
  command
      .add_option("--qrels", options.qrels,
                  "judgements: TREC, BEIR .tsv or qrels.jsonl, also .gz; - is standard input")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--run", options.runs,
                  "runs in TREC's format, also .gz; the first is the baseline of the others")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--corpus", options.corpus,
                  "count judged ids that this collection (folder or documents' file) lacks")
      ->type_name("PATH");
  command
      .add_option(
          "--trec-eval", options.trec_eval,
          "whose arithmetic: 9 (single-precision scores, recall levels truncated) or 10 (double, rounded, "
          "comment lines)")
      ->check(CLI::IsMember({9, 10}))
      ->capture_default_str();
  command
      .add_option("--format", options.format, "trec_eval: read, and print one run, exactly as that tool does")
      ->check(CLI::IsMember({"marrow", "trec_eval"}))
      ->capture_default_str();
}

void add_measuring_options(CLI::App& command, EvaluateOptions& options) {
  command
      .add_option(
          "--measures", options.measures,
          "names in either spelling (nDCG@10 or ndcg_cut_10, P.5,10), or all_trec, official, set; default " +
              std::string(kDefaultMeasures) + " (trec_eval format: official)")
      ->type_name("LIST");
  command
      .add_option(
          "--mean", options.mean,
          "over every judged query (default), or the intersection with the run (default of the trec_eval "
          "format)")
      ->check(CLI::IsMember({"judged", "intersection"}));
  command.add_option("--relevance-level", options.relevance_level, "lowest grade that counts as relevant")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--max-hits", options.max_hits, "only so many of a query's best documents")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
  command.add_option("--self-match", options.self_match, "what becomes of a hit whose id equals its query's")
      ->check(CLI::IsMember({"kept", "removed"}))
      ->capture_default_str();
}

void add_output_options(CLI::App& command, EvaluateOptions& options) {
  command.add_flag("--per-query", options.per_query, "print every query's values too");
  command
      .add_option("--json", options.json, "write JSON to FILE, or to standard output instead of the tables")
      ->expected(0, 1)
      ->default_str("-")
      ->type_name("[FILE]");
  command.add_option("--rounds", options.comparison.rounds, "of the randomisation test")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
      ->capture_default_str();
  command.add_option("--seed", options.comparison.seed, "of the randomisation test and the bootstrap")
      ->capture_default_str();
}

}  // namespace

void add_evaluate_command(CLI::App& app) {
  auto* const command =
      app.add_subcommand("evaluate", "Score runs against judgements, as trec_eval does, and compare them");
  auto options = std::make_shared<EvaluateOptions>();
  add_reading_options(*command, *options);
  add_measuring_options(*command, *options);
  add_output_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  marrow evaluate --qrels qrels/test.tsv --run my.run\n"
      "  marrow evaluate --qrels qrels.txt --run bm25.run hybrid.run --measures nDCG@10,AP --json "
      "result.json\n"
      "  marrow evaluate --qrels qrels.txt --run my.run --measures all_trec,relstring.20 --per-query\n"
      "  trec_eval -q -c -m all_trec QRELS RUN is\n"
      "    marrow evaluate --qrels QRELS --run RUN --format trec_eval --trec-eval 10 --measures all_trec "
      "--per-query "
      "--mean judged");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
