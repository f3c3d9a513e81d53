#include "evaluation_report.h"

#include <utility>

#include "core/number_text.h"
#include "marrow/version.h"
#include "output.h"

namespace marrow::cli {
namespace {

constexpr int kDecimals = 5;

std::string value_text(double value, SummaryKind kind) {
  return kind == SummaryKind::sum ? fixed(value, 0) : fixed(value, kDecimals);
}

/// A row a measure, a column a run.
std::string summary_table(const EvaluationReport& report) {
  std::vector<std::string> header = {"measure"};
  for (const EvaluatedRun& run : report.runs) header.push_back(run.label);
  Table table(header);
  const auto& measures = report.runs.front().evaluation.measures;
  for (std::size_t i = 0; i < measures.size(); ++i) {
    std::vector<std::string> cells = {measures[i].name};
    for (const EvaluatedRun& run : report.runs) {
      cells.push_back(value_text(run.evaluation.summary[i], measures[i].summary));
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

/// A row a query, a column a measure.
std::string query_table(const Evaluation& evaluation) {
  std::vector<std::string> header = {"query"};
  for (const MeasureColumn& measure : evaluation.measures) header.push_back(measure.name);
  if (!evaluation.relevance_strings.empty()) header.emplace_back("relstring");
  Table table(header);
  for (std::size_t row = 0; row < evaluation.queries.size(); ++row) {
    std::vector<std::string> cells = {evaluation.queries[row]};
    for (std::size_t i = 0; i < evaluation.measures.size(); ++i) {
      cells.push_back(value_text(evaluation.value(row, i), evaluation.measures[i].summary));
    }
    if (!evaluation.relevance_strings.empty()) cells.push_back(evaluation.relevance_strings[row]);
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string with_sign(double value) { return (value > 0 ? "+" : "") + fixed(value, kDecimals); }

std::string comparison_table(const std::vector<Comparison>& comparisons, double confidence) {
  Table table({"measure", "difference", number_text(100.0 * confidence) + "% interval", "t-test p",
               "randomisation p", "wins", "ties", "losses"});
  for (const Comparison& one : comparisons) {
    table.add_row({one.measure, with_sign(one.difference),
                   with_sign(one.interval_low) + " to " + with_sign(one.interval_high),
                   fixed(one.t_test_p, 4),
                   fixed(one.randomization_p, 4) + (one.randomization_exact ? " exact" : ""),
                   std::to_string(one.wins), std::to_string(one.ties), std::to_string(one.losses)});
  }
  return table.text();
}

/// What each run's notes say; once when all runs say the same.
std::string notes(const EvaluationReport& report) {
  std::string text;
  std::vector<std::string> first;
  for (const EvaluatedRun& run : report.runs) {
    const auto lines = describe(run.evaluation, report.judged_unknown);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (&run == &report.runs.front()) {
        text += lines[i] + '\n';
      } else if (lines[i] != first[i]) {
        text += run.label + ": " + lines[i] + '\n';
      }
    }
    if (first.empty()) first = lines;
  }
  return text;
}

}  // namespace

std::string text_of(const EvaluationReport& report, ReportLines lines) {
  std::string text;
  for (const EvaluatedRun& run : report.runs) {
    if (lines == ReportLines::queries_and_summary)
      text += run.label + '\n' + query_table(run.evaluation) + '\n';
  }
  text += summary_table(report) + '\n' + notes(report);
  const EvaluatedRun& baseline = report.runs.front();
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const auto& comparisons = report.comparisons[i];
    if (comparisons.empty()) continue;
    text += '\n' + report.runs[i + 1].label + " against " + baseline.label + ", paired over " +
            std::to_string(comparisons.front().query_count) + " queries\n" +
            comparison_table(comparisons, report.comparison.confidence);
  }
  if (!report.comparisons.empty()) {
    text += "p values are two-sided and not corrected for the number of comparisons; randomisation: " +
            std::to_string(report.comparison.rounds) + " rounds, seed " +
            std::to_string(report.comparison.seed) + "; interval: bootstrap, " +
            std::to_string(report.comparison.resamples) + " resamples\n";
  }
  return text;
}

Json json_of(const EvaluationReport& report, ReportLines lines) {
  Json json;
  json["version"] = kVersion;
  json["config"] = {{"qrels", report.qrels},
                    {"corpus", report.corpus.empty() ? Json() : Json(report.corpus)},
                    {"randomization_rounds", report.comparison.rounds},
                    {"bootstrap_resamples", report.comparison.resamples},
                    {"confidence", report.comparison.confidence},
                    {"seed", report.comparison.seed}};
  json["results"] = Json::array();
  for (const EvaluatedRun& run : report.runs) {
    Json& result = json["results"].emplace_back(
        Json{{"dataset", report.qrels}, {"stage", run.label}, {"run", run.path}, {"run_id", run.run_id}});
    result.update(to_json(run.evaluation, report.judged_unknown, lines));
  }
  json["comparisons"] = Json::array();
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    json["comparisons"].push_back({{"baseline", report.runs.front().path},
                                   {"other", report.runs[i + 1].path},
                                   {"measures", to_json(report.comparisons[i])}});
  }
  return json;
}

}  // namespace marrow::cli
