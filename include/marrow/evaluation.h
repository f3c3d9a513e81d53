#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Runs and judgements into numbers, and two runs into a difference. docs/evaluation.md has every
/// measure's formula.
namespace marrow {

/// Judged grades of one query, by external document id. A document absent is unjudged. A negative
/// grade means: pooled but not judged; it gains nothing and is not relevant.
using Grades = std::map<std::string, int, std::less<>>;
/// Judgements of a collection, by external query id.
using Qrels = std::map<std::string, Grades, std::less<>>;

/// One line of a run.
struct ScoredDocument {
  std::string external_id;
  double score = 0.0;
  friend bool operator==(const ScoredDocument&, const ScoredDocument&) = default;
};

/// Retrieved documents by external query id. The order inside a list means nothing: evaluation sorts
/// by score descending, then document id descending by bytes, as trec_eval does.
using Run = std::map<std::string, std::vector<ScoredDocument>, std::less<>>;

/// Whose arithmetic is followed where trec_eval's versions differ.
enum class TrecEvalVersion : std::uint8_t {
  v9,   ///< 9.0.8: scores compared in single precision; recall level r of R relevant is floor(rR + 0.9)
  v10,  ///< 10: scores compared in double precision; recall level r of R relevant is round(rR)
};

/// Which queries a summary covers. A query of the run without judgements is in neither.
enum class MeanOver : std::uint8_t {
  judged,        ///< every judged query; one without hits counts 0 (trec_eval -c)
  intersection,  ///< judged queries with at least one hit (trec_eval without -c)
};

/// What becomes of a hit whose document id equals its query's id (ArguAna, Quora).
enum class SelfMatch : std::uint8_t { kept, removed };

struct EvaluationOptions {
  TrecEvalVersion version = TrecEvalVersion::v9;
  MeanOver mean_over = MeanOver::judged;
  SelfMatch self_match = SelfMatch::kept;
  int relevance_level = 1;      ///< the lowest grade that counts as relevant, at least 1 (trec_eval -l)
  std::size_t max_hits = 0;     ///< only so many of a query's best documents; 0: all (trec_eval -M)
  std::size_t tie_cutoff = 10;  ///< for Evaluation::tied_query_count, at least 1

  /// Throws invalid_argument.
  void validate() const;
};

/// How a measure's summary comes from its values per query.
enum class SummaryKind : std::uint8_t {
  mean,            ///< arithmetic mean
  sum,             ///< counts: num_q, num_ret, …
  geometric_mean,  ///< gm_map, gm_bpref: the value of a query is a logarithm, the summary exp(mean)
};

/// One column of an Evaluation. `name` is spelled as it was asked for: "nDCG@10" or "ndcg_cut_10".
struct MeasureColumn {
  std::string name;
  SummaryKind summary = SummaryKind::mean;
  friend bool operator==(const MeasureColumn&, const MeasureColumn&) = default;
};

/// What one run is worth under one set of judgements.
struct Evaluation {
  EvaluationOptions options;
  std::vector<MeasureColumn> measures;
  std::vector<std::string> queries;               ///< those the summary covers, ascending by bytes
  std::vector<double> values;                     ///< row-major queries x measures
  std::vector<double> summary;                    ///< one a measure
  std::vector<std::string> relevance_strings;     ///< one a query when relstring was asked for, else empty
  std::vector<std::string> queries_without_hits;  ///< judged queries that the run answers with nothing
  std::size_t unjudged_query_count = 0;           ///< queries of the run without judgements: ignored
  /// Covered queries whose documents at ranks tie_cutoff and tie_cutoff + 1 have equal scores, so that
  /// their ids decide which of the two is within the cutoff.
  std::size_t tied_query_count = 0;

  double value(std::size_t query, std::size_t measure) const {
    return values[query * measures.size() + measure];
  }
  /// The summary of the measure of that name; empty when it is not among `measures`.
  std::optional<double> find(std::string_view measure) const;
};

/// Evaluates a run.
///
/// `measures` are names in either spelling ("nDCG@10", "ndcg_cut_10", "ndcg_cut.5,10"), or sets of
/// names ("all_trec", "official", "set"); at least one. A measure named twice is one column.
/// A query without a relevant document scores 0 in every measure of relevance.
/// Throws invalid_argument for an unknown measure or bad options; bad_input when a query lists a
/// document twice, holds a score that is no number, or has grades too large for an exponential gain.
Evaluation evaluate(const Qrels& qrels, const Run& run, std::span<const std::string> measures,
                    const EvaluationOptions& options = {});

struct ComparisonOptions {
  std::size_t rounds = 100'000;    ///< of the randomisation test, at least 1
  std::size_t resamples = 10'000;  ///< of the bootstrap, at least 1
  double confidence = 0.95;        ///< of the interval, in (0, 1)
  std::uint64_t seed = 1;

  /// Throws invalid_argument.
  void validate() const;
};

/// One measure of two runs, paired by query. Two-sided tests of "the mean difference is 0".
struct Comparison {
  std::string measure;
  std::size_t query_count = 0;  ///< queries that both evaluations cover
  double baseline = 0.0;        ///< means over those queries
  double other = 0.0;
  double difference = 0.0;  ///< mean of other - baseline
  std::size_t wins = 0;     ///< queries on which `other` is better by more than 1e-12
  std::size_t ties = 0;
  std::size_t losses = 0;
  double t_test_p = 1.0;             ///< Student's paired t-test; 1 with fewer than two queries
  double randomization_p = 1.0;      ///< paired randomisation (sign-flip) test of the mean difference
  bool randomization_exact = false;  ///< every assignment of signs was tried, rather than `rounds` of them
  double interval_low = 0.0;         ///< percentile bootstrap interval of the difference
  double interval_high = 0.0;
};

/// `other` against `baseline`, for every measure that is summarised by its mean and stands in both, in
/// the baseline's order. The same inputs and seed give the same numbers on every machine.
/// P values are not corrected for the number of comparisons made.
/// Throws invalid_argument for bad options or when no query is covered by both.
std::vector<Comparison> compare(const Evaluation& baseline, const Evaluation& other,
                                const ComparisonOptions& options = {});

}  // namespace marrow
