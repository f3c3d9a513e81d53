#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation/measures.h"

namespace marrow {

/// Judgements, measures and options made ready once, to evaluate many runs.
///
/// The quick way, for sweeps over thousands of settings: turn every candidate's id into its grade once
/// (grade_of), and score each setting's orders with score_ranking, which compares no strings.
/// Thread safety: immutable, freely shared.
class Evaluator {
 public:
  /// Throws invalid_argument for bad options, bad_input for grades too large for a measure's gain.
  Evaluator(const Qrels& qrels, MeasureSet measures, EvaluationOptions options = {});

  const EvaluationOptions& options() const noexcept { return options_; }
  const MeasureSet& measures() const noexcept { return measures_; }
  std::size_t query_count() const noexcept { return queries_.size(); }
  /// A judged query's external id. Queries count from 0, ascending by id.
  const std::string& query_id(std::size_t query) const { return queries_[query].external_id; }
  std::optional<std::size_t> find_query(std::string_view external_id) const;

  /// The grade as score_ranking takes it: >= 0, kNotPooled or kPooledUnjudged.
  int grade_of(std::size_t query, std::string_view document) const;

  /// Writes one value a measure for a ranking given by its documents' grades, best first. Ties,
  /// max_hits and self-matches are the caller's. `values` holds measures().measures.size() numbers.
  void score_ranking(std::size_t query, std::span<const int> grades, std::span<double> values) const;

  /// One summary a measure of rows as score_ranking writes them (row-major).
  std::vector<double> summarize(std::span<const double> values) const;

  /// Throws bad_input as evaluate() of the public header does.
  Evaluation evaluate(const Run& run) const;

 private:
  struct JudgedQuery {
    std::string external_id;
    std::vector<std::string> documents;  // ascending by bytes
    std::vector<int> grades;
    JudgementCounts counts;
  };

  JudgedRanking ranked(std::size_t query, std::span<const int> grades) const;
  void add_query(std::size_t query, const std::vector<ScoredDocument>& hits, Evaluation& evaluation) const;
  void refuse_large_grades() const;

  EvaluationOptions options_;
  MeasureSet measures_;
  std::vector<JudgedQuery> queries_;
};

}  // namespace marrow
