#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "evaluation/report.h"
#include "io/json.h"
#include "marrow/evaluation.h"

/// What `marrow evaluate` prints.
namespace marrow::cli {

/// One run, read and evaluated.
struct EvaluatedRun {
  std::string path;
  std::string label;  ///< the file's name, or its path where two runs have the same name
  std::string run_id;
  Evaluation evaluation;
};

/// Everything that a report says.
struct EvaluationReport {
  std::string qrels;   ///< the file's path
  std::string corpus;  ///< the collection's path; empty: not checked
  ComparisonOptions comparison;
  std::vector<EvaluatedRun> runs = {};
  std::vector<std::vector<Comparison>> comparisons = {};  ///< of runs[1], runs[2], … against runs[0]
  std::optional<std::size_t> judged_unknown = {};
};

/// Tables for people, and what they rest on.
std::string text_of(const EvaluationReport& report, ReportLines lines);

/// {"version", "config", "results": [one object a run], "comparisons": [one object a run but the first]}.
Json json_of(const EvaluationReport& report, ReportLines lines);

}  // namespace marrow::cli
