#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation/judged_ranking.h"

/// The catalogue of measures and the reading of their names.
namespace marrow {

struct Measure;

/// What follows a family's name.
enum class ParameterKind : std::uint8_t {
  none,
  cutoff,   ///< a positive whole number; one measure each: "P_5", "P@5"
  level,    ///< a decimal number; one measure each: "iprec_at_recall_0.10"
  numbers,  ///< all numbers make one measure: "utility_1,-1,0,0"
  gains,    ///< pairs "grade=gain" make one measure: "ndcg_1=3,2=9"; "p=0.9" for rbp
};

/// Where trec_eval prints a measure.
enum class PrintedFor : std::uint8_t { queries_and_summary, queries, summary };

/// Sets of measures that have a name, as bits. all_trec differs between the versions.
inline constexpr unsigned kOfficial = 1;
inline constexpr unsigned kSet = 2;
inline constexpr unsigned kAllTrec9 = 4;
inline constexpr unsigned kAllTrec10 = 8;
inline constexpr unsigned kAllTrec = kAllTrec9 | kAllTrec10;

/// Measures that differ in their parameter only.
struct MeasureFamily {
  std::string_view trec_name;  ///< trec_eval's spelling: "ndcg_cut"
  std::string_view name;       ///< the field's: "nDCG", with "@" before a parameter
  unsigned sets = 0;
  /// Null for the two that are text: runid and relstring.
  double (*value)(const JudgedRanking& ranking, const Measure& measure) = nullptr;
  std::string_view meaning = {};
  ParameterKind parameter = ParameterKind::none;
  std::string_view defaults = {};  ///< parameters when none are given, separated by commas
  SummaryKind summary = SummaryKind::mean;
  PrintedFor printed_for = PrintedFor::queries_and_summary;
};

/// A gain that replaces a grade's own.
struct GradeGain {
  int grade;
  double gain;
};

/// One measure: a family with its parameters.
struct Measure {
  const MeasureFamily* family = nullptr;
  std::string name = {};             ///< as it is printed
  std::string parameters = {};       ///< as they were given; empty for the family's defaults
  std::vector<double> numbers = {};  ///< the cutoff, the level, or all numbers
  std::vector<GradeGain> gains = {};

  std::size_t cutoff() const noexcept { return static_cast<std::size_t>(numbers.front()); }
};

/// What was asked for.
struct MeasureSet {
  std::vector<Measure> measures;            ///< those with numbers, in the order asked for
  std::size_t relevance_string_length = 0;  ///< relstring.N; 0: not asked for
  std::string relevance_string_name;        ///< "relstring", "relstring_20"
  bool run_id = false;
};

/// Every family, in the order in which trec_eval prints; ours stand behind the one they resemble.
std::span<const MeasureFamily> measure_families();

/// Reads names as evaluate() takes them. Parameters in trec_eval's form ("ndcg_cut.5,10") replace the
/// defaults that a set of names ("all_trec") brings with it; a single one ("nDCG@10", "ndcg_cut_10")
/// adds a measure. Throws invalid_argument, naming what was likely meant.
MeasureSet parse_measures(std::span<const std::string> names, TrecEvalVersion version);

/// Splits "all_trec,P.5,7,nDCG@10" at its commas, leaving "P.5,7" whole.
std::vector<std::string> split_measure_list(std::string_view list);

/// trec_eval's name of the measure: "ndcg_cut_10", "iprec_at_recall_0.10", "utility_2,-1,0,0".
std::string trec_eval_name(const Measure& measure);

/// The same measures in the order in which trec_eval prints them, under its names.
MeasureSet in_trec_eval_order(MeasureSet set);

}  // namespace marrow
