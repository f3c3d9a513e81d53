#include "evaluation/report.h"

#include <algorithm>
#include <array>

#include "core/number_text.h"

namespace marrow {
namespace {

constexpr std::array kCompanions = {"RR@10", "R@10", "Judged@10"};
constexpr std::string_view kTieRule = "score descending, then document id descending by bytes";

bool is_version_9(const Evaluation& evaluation) { return evaluation.options.version == TrecEvalVersion::v9; }

std::string_view version_name(const Evaluation& evaluation) { return is_version_9(evaluation) ? "9" : "10"; }
std::string_view precision_name(const Evaluation& evaluation) {
  return is_version_9(evaluation) ? "single" : "double";
}
std::string_view recall_level_name(const Evaluation& evaluation) {
  return is_version_9(evaluation) ? "truncated" : "rounded";
}

/// The gains of the measures that have one; "none" when none of them does.
std::string gain_names(const Evaluation& evaluation) {
  bool linear = false;
  bool exponential = false;
  for (const MeasureColumn& measure : evaluation.measures) {
    const bool of_exponential = measure.name.starts_with("nDCGexp") || measure.name.starts_with("ndcg_exp");
    exponential = exponential || of_exponential;
    linear = linear || (!of_exponential && (measure.name.find("DCG") != std::string::npos ||
                                            measure.name.find("dcg") != std::string::npos));
  }
  if (linear && exponential) return "nDCG: linear (the grade); nDCGexp: exponential (2^grade - 1)";
  if (exponential) return "exponential (2^grade - 1)";
  return linear ? "linear (the grade)" : "none";
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

std::string mean_sentence(const Evaluation& evaluation) {
  const std::size_t missing = evaluation.queries_without_hits.size();
  std::string text = "mean over " + counted(evaluation.queries.size(), "query", "queries") + ": ";
  if (evaluation.options.mean_over == MeanOver::judged) {
    text += "every judged one; " + std::to_string(missing) + " without hits " +
            (missing == 1 ? "counts 0" : "count 0");
  } else {
    text += "those judged and answered; " + std::to_string(missing) + " judged without hits left out";
  }
  return text + "; " + std::to_string(evaluation.unjudged_query_count) +
         " in the run without judgements ignored";
}

}  // namespace

std::vector<std::string> with_companions(std::vector<std::string> measures) {
  const bool has_rr = std::any_of(measures.begin(), measures.end(), [](const std::string& name) {
    return name == "RR" || name == "recip_rank" || name == "official" || name == "all_trec";
  });
  measures.insert(measures.end(), kCompanions.begin(), kCompanions.end());
  if (!has_rr) measures.emplace_back("RR");
  return measures;
}

std::set<std::string_view> judged_documents(const Qrels& qrels) {
  std::set<std::string_view> documents;
  for (const auto& [query, grades] : qrels) {
    for (const auto& [document, grade] : grades) documents.insert(document);
  }
  return documents;
}

std::vector<std::string> describe(const Evaluation& evaluation,
                                  std::optional<std::size_t> unknown_documents) {
  const EvaluationOptions& options = evaluation.options;
  std::vector<std::string> lines;
  lines.push_back("gain: " + gain_names(evaluation) + "; relevant from grade " +
                  std::to_string(options.relevance_level));
  lines.push_back("order: " + std::string(kTieRule) + "; " +
                  counted(evaluation.tied_query_count, "query is", "queries are") + " tied at rank " +
                  std::to_string(options.tie_cutoff));
  lines.push_back("as trec_eval " + std::string(version_name(evaluation)) + ": scores in " +
                  std::string(precision_name(evaluation)) + " precision, recall levels " +
                  std::string(recall_level_name(evaluation)));
  lines.push_back(mean_sentence(evaluation));
  if (options.max_hits != 0) {
    lines.push_back("only the best " + counted(options.max_hits, "document", "documents") + " of a query");
  }
  if (options.self_match == SelfMatch::removed) {
    lines.emplace_back("self-matches removed: a hit whose id equals its query's");
  }
  lines.push_back("judged documents unknown to the corpus: " +
                  (unknown_documents ? std::to_string(*unknown_documents) : std::string("not checked")));
  return lines;
}

Json to_json(const Evaluation& evaluation, std::optional<std::size_t> unknown_documents, ReportLines lines) {
  const EvaluationOptions& options = evaluation.options;
  Json result;
  result["queries"] = evaluation.queries.size();
  result["measures"] = Json::object();
  for (std::size_t i = 0; i < evaluation.measures.size(); ++i) {
    result["measures"][evaluation.measures[i].name] = evaluation.summary[i];
  }
  result["gain"] = gain_names(evaluation);
  result["tie_rule"] = kTieRule;
  result["trec_eval"] = is_version_9(evaluation) ? 9 : 10;
  result["score_precision"] = precision_name(evaluation);
  result["recall_levels"] = recall_level_name(evaluation);
  result["mean_over"] = options.mean_over == MeanOver::judged ? "judged queries" : "judged queries with hits";
  result["relevance_level"] = options.relevance_level;
  result["max_hits"] = options.max_hits == 0 ? Json() : Json(options.max_hits);
  result["self_match"] = options.self_match == SelfMatch::removed ? "removed" : "kept";
  result["queries_without_hits"] = evaluation.queries_without_hits;
  result["unjudged_queries"] = evaluation.unjudged_query_count;
  result["tie_cutoff"] = options.tie_cutoff;
  result["tied_queries"] = evaluation.tied_query_count;
  result["judged_unknown_to_corpus"] = unknown_documents ? Json(*unknown_documents) : Json("not checked");
  if (lines == ReportLines::summary) return result;

  Json& per_query = result["per_query"] = Json::object();
  for (std::size_t row = 0; row < evaluation.queries.size(); ++row) {
    Json& values = per_query[evaluation.queries[row]] = Json::object();
    for (std::size_t i = 0; i < evaluation.measures.size(); ++i) {
      values[evaluation.measures[i].name] = evaluation.value(row, i);
    }
    if (!evaluation.relevance_strings.empty()) values["relstring"] = evaluation.relevance_strings[row];
  }
  return result;
}

Json to_json(std::span<const Comparison> comparisons) {
  Json all = Json::array();
  for (const Comparison& one : comparisons) {
    Json& object = all.emplace_back(Json::object());
    object["measure"] = one.measure;
    object["queries"] = one.query_count;
    object["baseline"] = one.baseline;
    object["other"] = one.other;
    object["difference"] = one.difference;
    object["interval"] = {one.interval_low, one.interval_high};
    object["t_test_p"] = one.t_test_p;
    object["randomization_p"] = one.randomization_p;
    object["randomization_exact"] = one.randomization_exact;
    object["wins"] = one.wins;
    object["ties"] = one.ties;
    object["losses"] = one.losses;
  }
  return all;
}

}  // namespace marrow
