#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

/// Runs and judgements into numbers.
namespace marrow {

/// Judged grades of one query, by external document id. A document absent is unjudged.
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

}  // namespace marrow
