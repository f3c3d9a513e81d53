#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation/trec_format.h"
#include "io/json.h"
#include "marrow/evaluation.h"

/// What every report of an evaluation says beside its numbers, for people and for machines.
namespace marrow {

/// Measures that stand beside whatever was asked for: RR@10 beside RR, R@10, Judged@10.
std::vector<std::string> with_companions(std::vector<std::string> measures);

/// The documents that any query judges. A view of `qrels`.
std::set<std::string_view> judged_documents(const Qrels& qrels);

/// What was measured how, one sentence a line: gain, tie rule, precision, which queries the mean covers,
/// ties at the cutoff. `unknown_documents` is empty when no corpus was there to check against.
std::vector<std::string> describe(const Evaluation& evaluation, std::optional<std::size_t> unknown_documents);

/// The members that one of a command's "results" has of its evaluation: "queries", "measures" {name:
/// summary}, "gain", "tie_rule", "trec_eval", "score_precision", "recall_levels", "mean_over",
/// "relevance_level", "max_hits", "self_match", "queries_without_hits", "unjudged_queries", "tie_cutoff",
/// "tied_queries", "judged_unknown_to_corpus", and "per_query" {query: {measure: value}} when `lines` asks
/// for it.
Json to_json(const Evaluation& evaluation, std::optional<std::size_t> unknown_documents, ReportLines lines);

/// One object a measure, with every member of Comparison.
Json to_json(std::span<const Comparison> comparisons);

}  // namespace marrow
