#include "experiments/bench_json.h"

#include "core/build_info.h"
#include "marrow/version.h"

namespace marrow {
namespace {

/// a / b, or null where there is nothing to divide by.
Json ratio(double a, double b) { return b > 0.0 ? Json(a / b) : Json(nullptr); }

Json measures_of(const Evaluation& evaluation) {
  Json measures = Json::object();
  for (std::size_t i = 0; i < evaluation.measures.size(); ++i) {
    measures[evaluation.measures[i].name] = evaluation.summary[i];
  }
  return measures;
}

Json legs_of(const StageResult& result) {
  Json legs = Json::array();
  for (const WeightedLeg& leg : result.options.legs)
    legs.push_back({{"name", leg.name}, {"weight", leg.weight}});
  return legs;
}

Json models_of(const StageResult& result) {
  Json models = Json::array();
  for (const EncoderInfo& encoder : result.encoders) {
    models.push_back({{"name", encoder.name},
                      {"identity", encoder.identity},
                      {"max_length", encoder.max_length},
                      {"device", encoder.device},
                      {"precision", encoder.precision},
                      {"instruction_set", encoder.instruction_set},
                      {"threads", encoder.threads}});
  }
  return models;
}

void add_costs(Json& row, const StageResult& result) {
  const auto queries = static_cast<double>(result.evaluation.queries.size());
  const auto documents = static_cast<double>(result.document_count);
  const bool timed = !result.index_reused;
  row["seconds"] = result.index_seconds + result.query_seconds;
  row["index_reused"] = result.index_reused;
  row["index_seconds"] = timed ? Json(result.index_seconds) : Json(nullptr);
  row["index_cpu_seconds"] = timed ? Json(result.index_cpu_seconds) : Json(nullptr);
  row["documents"] = result.document_count;
  row["documents_per_second"] = timed ? ratio(documents, result.index_seconds) : Json(nullptr);
  row["documents_per_cpu_second"] = timed ? ratio(documents, result.index_cpu_seconds) : Json(nullptr);
  row["query_seconds"] = result.query_seconds;
  row["queries_per_second"] = ratio(queries, result.query_seconds);
  row["ms_per_query"] = ratio(1000.0 * result.query_seconds, queries);
}

void add_protocol(Json& row, const StageResult& result, const BenchContext& context) {
  const SearchOptions& options = result.options;
  row["protocol"] = "parity";
  row["split"] = context.split;
  row["comparable"] = !context.truncated;
  row["label"] = result.label;
  row["legs"] = legs_of(result);
  row["fusion"] = options.fusion.method == FusionMethod::linear ? "linear" : "rrf";
  row["floor"] = options.fusion.floor;
  row["rrf_k"] = options.fusion.rrf_k;
  row["depth"] = options.depth;
  if (!options.reranker.empty()) {
    row["rerank_depth"] = options.rerank_depth;
    row["blend_weight"] = options.blend_weight;
  }
  row["gain"] = "linear (the grade)";
  row["tie_rule"] = "score descending, then document id descending by bytes";
  row["trec_eval"] = result.evaluation.options.version == TrecEvalVersion::v9 ? 9 : 10;
  row["mean_over"] = "judged queries";
  row["tied_queries"] = result.evaluation.tied_query_count;
  row["counters"] = result.counters;
}

}  // namespace

Json stage_json(const StageResult& result, const BenchContext& context) {
  Json row = {{"dataset", result.dataset},
              {"stage", result.stage},
              {"model", result.model_names()},
              {"queries", result.evaluation.queries.size()},
              {"measures", measures_of(result.evaluation)}};
  row["published"] =
      result.published ? Json{{"nDCG@10", result.published->ndcg_at_10}, {"source", result.published->source}}
                       : Json(nullptr);
  add_costs(row, result);
  add_protocol(row, result, context);
  row["models"] = models_of(result);
  row["data_hash"] = context.data_hash;
  row["threads"] = context.threads;
  row["peak_resident_bytes"] = peak_resident_bytes();
  row["commit"] = build_commit();
  row["machine"] = machine_description();
  return row;
}

Json bench_json(const std::string& config_yaml, Json rows) {
  return {{"version", kVersion}, {"config", config_yaml}, {"results", std::move(rows)}};
}

}  // namespace marrow
