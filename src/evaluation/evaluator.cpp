#include "evaluation/evaluator.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "evaluation/measure_values.h"
#include "evaluation/ranking.h"
#include "marrow/error.h"

namespace marrow {
namespace {

bool has_exponential_gain(const Measure& measure) {
  return measure.family->trec_name.starts_with("ndcg_exp");
}

}  // namespace

void EvaluationOptions::validate() const {
  const auto check = [](bool holds, const char* message, auto found) {
    if (!holds) throw Error(ErrorCode::invalid_argument, message + std::to_string(found));
  };
  check(relevance_level >= 1, "relevance level: expected at least 1, got ", relevance_level);
  check(tie_cutoff >= 1, "tie cutoff: expected at least 1, got ", tie_cutoff);
}

std::optional<double> Evaluation::find(std::string_view measure) const {
  for (std::size_t i = 0; i < measures.size(); ++i) {
    if (measures[i].name == measure) return summary[i];
  }
  return std::nullopt;
}

Evaluator::Evaluator(const Qrels& qrels, MeasureSet measures, EvaluationOptions options)
    : options_(options), measures_(std::move(measures)) {
  options_.validate();
  queries_.reserve(qrels.size());
  for (const auto& [external_id, grades] : qrels) {
    JudgedQuery& query = queries_.emplace_back();
    query.external_id = external_id;
    for (const auto& [document, grade] : grades) {  // a map: ascending by bytes
      query.documents.push_back(document);
      query.grades.push_back(grade);
    }
    query.counts = count_judgements(query.grades, options_.relevance_level);
  }
  refuse_large_grades();
}

void Evaluator::refuse_large_grades() const {
  const auto& all = measures_.measures;
  const auto exponential = std::find_if(all.begin(), all.end(), has_exponential_gain);
  if (exponential == all.end()) return;
  for (const JudgedQuery& query : queries_) {
    if (query.counts.levels.empty()) continue;
    if (const int highest = query.counts.levels.front().grade; highest > measure::kLargestExponentialGrade) {
      throw Error(ErrorCode::bad_input, exponential->name + ": query " + quote(query.external_id) +
                                            " has grade " + std::to_string(highest) +
                                            ", whose gain 2^grade - 1 is too large; at most " +
                                            std::to_string(measure::kLargestExponentialGrade));
    }
  }
}

std::optional<std::size_t> Evaluator::find_query(std::string_view external_id) const {
  const auto at =
      std::lower_bound(queries_.begin(), queries_.end(), external_id,
                       [](const JudgedQuery& query, std::string_view id) { return query.external_id < id; });
  if (at == queries_.end() || at->external_id != external_id) return std::nullopt;
  return static_cast<std::size_t>(at - queries_.begin());
}

int Evaluator::grade_of(std::size_t query, std::string_view document) const {
  const JudgedQuery& judged = queries_[query];
  const auto at = std::lower_bound(judged.documents.begin(), judged.documents.end(), document);
  if (at == judged.documents.end() || *at != document) return kNotPooled;
  const int grade = judged.grades[static_cast<std::size_t>(at - judged.documents.begin())];
  return grade < 0 ? kPooledUnjudged : grade;
}

JudgedRanking Evaluator::ranked(std::size_t query, std::span<const int> grades) const {
  return {grades, queries_[query].counts, options_.relevance_level, options_.version};
}

void Evaluator::score_ranking(std::size_t query, std::span<const int> grades,
                              std::span<double> values) const {
  MARROW_ASSERT(values.size() == measures_.measures.size());
  const JudgedRanking ranking = ranked(query, grades);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Measure& measure = measures_.measures[i];
    values[i] = measure.family->value(ranking, measure);
  }
}

std::vector<double> Evaluator::summarize(std::span<const double> values) const {
  const std::size_t columns = measures_.measures.size();
  std::vector<double> summary(columns, 0.0);
  if (columns == 0 || values.empty()) return summary;
  for (std::size_t i = 0; i < values.size(); ++i) summary[i % columns] += values[i];
  const auto rows = static_cast<double>(values.size() / columns);
  for (std::size_t column = 0; column < columns; ++column) {
    const SummaryKind kind = measures_.measures[column].family->summary;
    if (kind == SummaryKind::mean) summary[column] /= rows;
    if (kind == SummaryKind::geometric_mean) summary[column] = std::exp(summary[column] / rows);
  }
  return summary;
}

void Evaluator::add_query(std::size_t query, const std::vector<ScoredDocument>& hits,
                          Evaluation& evaluation) const {
  const RankedDocuments ranking = rank_hits(query_id(query), hits, options_);
  std::vector<int> grades;
  grades.reserve(ranking.documents.size());
  for (const std::string_view document : ranking.documents) grades.push_back(grade_of(query, document));

  const std::size_t columns = measures_.measures.size();
  evaluation.queries.push_back(query_id(query));
  evaluation.values.resize(evaluation.values.size() + columns);
  score_ranking(query, grades, std::span(evaluation.values).last(columns));
  if (measures_.relevance_string_length != 0) {
    evaluation.relevance_strings.push_back(
        measure::relevance_string(ranked(query, grades), measures_.relevance_string_length));
  }
  evaluation.tied_query_count += ranking.tied_at_cutoff ? 1 : 0;
}

Evaluation Evaluator::evaluate(const Run& run) const {
  Evaluation evaluation;
  evaluation.options = options_;
  for (const Measure& measure : measures_.measures) {
    evaluation.measures.push_back({measure.name, measure.family->summary});
  }
  static const std::vector<ScoredDocument> none;
  std::size_t answered = 0;
  for (std::size_t query = 0; query < query_count(); ++query) {
    const auto hits = run.find(query_id(query));
    answered += hits == run.end() ? 0 : 1;
    const bool missing = hits == run.end() || hits->second.empty();
    if (missing) evaluation.queries_without_hits.push_back(query_id(query));
    if (missing && options_.mean_over == MeanOver::intersection) continue;
    add_query(query, missing ? none : hits->second, evaluation);
  }
  evaluation.unjudged_query_count = run.size() - answered;
  evaluation.summary = summarize(evaluation.values);
  return evaluation;
}

Evaluation evaluate(const Qrels& qrels, const Run& run, std::span<const std::string> measures,
                    const EvaluationOptions& options) {
  return Evaluator(qrels, parse_measures(measures, options.version), options).evaluate(run);
}

}  // namespace marrow
