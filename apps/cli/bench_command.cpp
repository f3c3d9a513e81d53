#include <algorithm>
#include <cstdio>
#include <memory>

#include "collections.h"
#include "commands.h"
#include "core/build_info.h"
#include "core/number_text.h"
#include "core/parallel.h"
#include "engine/local_models.h"
#include "environment.h"
#include "experiments/bench.h"
#include "experiments/bench_json.h"
#include "io/durable_file.h"
#include "marrow/error.h"
#include "output.h"
#include "search_options.h"

namespace marrow::cli {
namespace {

struct BenchCommand {
  ModelOptions models;
  LegOptions legs;
  BenchInput input;
  std::vector<std::string> datasets;
  std::string stages = "bm25,sparse,dense,hybrid,hybrid3,rerank";
  std::string dense_model;
  std::string sparse_model;
  std::string reranker_model;
  std::string analyzer;
  std::string splade_top_k;
  std::string index_folder;
  std::string cache_folder;
  std::string json_file;
  int trec_eval = 9;
  bool no_rerank = false;
};

Config bench_config(const BenchCommand& command) {
  Config config = config_of(command.models);
  apply(command.legs, config);
  const auto set = [&](const std::string& value, const char* option, const char* key) {
    if (!value.empty()) config.set(key, value, option);
  };
  set(command.dense_model, "--dense-model", "dense.model_name");
  set(command.sparse_model, "--sparse-model", "splade.model_name");
  set(command.reranker_model, "--reranker-model", "reranker.model_name");
  set(command.analyzer, "--analyzer", "bm25.analyzer");
  set(command.splade_top_k, "--splade-top-k", "splade.top_k");
  if (!command.datasets.empty()) config.benchmark.datasets = command.datasets;
  config.validate();
  return config;
}

std::vector<std::string> stage_names(const BenchCommand& command) {
  std::vector<std::string> names = split_commas(command.stages);
  if (command.no_rerank) std::erase(names, "rerank");
  return names;
}

BenchOptions bench_options(const BenchCommand& command, const Config& config) {
  BenchOptions options;
  options.config = config;
  options.stages = make_stages(stage_names(command), config, parse_leg_weights(command.legs.weights));
  options.index_folder = command.index_folder;
  options.cache_folder = command.cache_folder.empty() ? user_cache_folder() + "/bench" : command.cache_folder;
  options.threads = command.models.threads;
  options.trec_eval = command.trec_eval == 10 ? TrecEvalVersion::v10 : TrecEvalVersion::v9;
  return options;
}

std::string measure_cell(const StageResult& result, const char* name) {
  const auto value = result.evaluation.find(name);
  return value ? fixed(*value, 5) : "-";
}

double rate(double count, double seconds) { return seconds > 0.0 ? count / seconds : 0.0; }

void add_row(Table& table, const StageResult& result) {
  const auto ndcg = result.evaluation.find("nDCG@10").value_or(0.0);
  const auto documents = static_cast<double>(result.document_count);
  const auto queries = static_cast<double>(result.evaluation.queries.size());
  table.add_row({result.dataset, result.stage, result.model_names(), measure_cell(result, "nDCG@10"),
                 measure_cell(result, "R@10"), measure_cell(result, "R@100"), measure_cell(result, "RR@10"),
                 measure_cell(result, "RR"), result.published ? fixed(result.published->ndcg_at_10, 5) : "-",
                 result.published ? fixed(ndcg - result.published->ndcg_at_10, 5) : "-",
                 result.index_reused ? "-" : fixed(rate(documents, result.index_seconds), 1),
                 fixed(1000.0 * rate(result.query_seconds, queries), 2)});
}

std::string p_value(double p) { return p < 0.0001 ? "< 0.0001" : fixed(p, 4); }

/// Each fused row against its own legs, with the interval of the difference.
std::string differences_text(std::span<const StageResult> results) {
  Table table(
      {"row", "against", "nDCG@10 difference", "95% interval", "p (randomisation)", "wins/ties/losses"});
  bool any = false;
  for (const StageResult& result : results) {
    for (const StageResult& other : results) {
      const bool leg_of_it = std::any_of(result.options.legs.begin(), result.options.legs.end(),
                                         [&](const WeightedLeg& leg) { return leg.name == other.stage; });
      const bool first_stage = result.stage == "rerank" && other.stage == "hybrid";
      if (result.options.legs.size() < 2 || (!leg_of_it && !first_stage) || result.dataset != other.dataset)
        continue;
      const auto compared = compare(other.evaluation, result.evaluation);
      const Comparison& ndcg = compared.front();
      table.add_row(
          {result.stage, other.stage, fixed(ndcg.difference, 5),
           fixed(ndcg.interval_low, 5) + " to " + fixed(ndcg.interval_high, 5), p_value(ndcg.randomization_p),
           std::to_string(ndcg.wins) + "/" + std::to_string(ndcg.ties) + "/" + std::to_string(ndcg.losses)});
      any = true;
    }
  }
  return any ? "\n" + table.text() : "";
}

/// `splits` says which judgements each collection was scored by.
void print_notes(std::span<const StageResult> results, const BenchCommand& command, const Config& config,
                 const std::string& splits) {
  std::printf(
      "\nProtocol parity (one unit a document), exact search, judged queries (%s); gain linear, ties by id "
      "descending, trec_eval %d; splade.top_k %s.\n",
      splits.c_str(), command.trec_eval, number_text(static_cast<double>(config.splade.top_k)).c_str());
  if (command.input.max_corpus > 0 || command.input.max_queries > 0) {
    std::puts("Documents or queries were left out: these scores are NOT comparable to published ones.");
  }
  for (const StageResult& result : results) {
    std::printf("%s %s: %s; tied at the cutoff: %zu queries", result.dataset.c_str(), result.stage.c_str(),
                result.label.c_str(), result.evaluation.tied_query_count);
    for (const auto& [name, count] : result.counters) std::printf("; %s: %zu", name.c_str(), count);
    if (result.published) std::printf("; published: %s", result.published->source.c_str());
    std::puts("");
  }
  for (const StageResult& result : results) {
    if (result.encoders.empty()) continue;
    const EncoderInfo& info = result.encoders.front();
    std::printf("Ran on %s, %s, %s, %zu threads; %s; commit %s.\n", info.device.c_str(),
                info.precision.c_str(), info.instruction_set.c_str(), info.threads,
                machine_description().c_str(), std::string(build_commit()).c_str());
    break;
  }
}

void print_table(std::span<const StageResult> results) {
  Table table({"data set", "stage", "model", "nDCG@10", "R@10", "R@100", "RR@10", "RR", "published", "delta",
               "docs/s", "ms/query"});
  for (const StageResult& result : results) add_row(table, result);
  std::fputs(table.text().c_str(), stdout);
}

void write_json(const std::string& path, const Json& json) {
  if (path == "-") {
    std::puts(to_text(json, 1).c_str());
  } else {
    write_file(path, to_text(json, 1) + '\n');
  }
}

void run(const BenchCommand& command) {
  const Config config = bench_config(command);
  const BenchOptions options = bench_options(command, config);
  const auto models = make_models(command.models, config);
  std::vector<StageResult> results;
  Json rows = Json::array();
  std::string splits;
  for (const std::string& name : config.benchmark.datasets) {
    const BenchCollection collection = open_bench_collection(name, command.input);
    splits.append(splits.empty() ? "" : ", ").append(collection.name).append(" ").append(collection.split);
    const auto scored =
        run_bench(collection, options, models, [](const std::string& what) { return show_progress(what); });
    const BenchContext context{.data_hash = collection.data_hash,
                               .split = collection.split,
                               .threads = options.threads == 0 ? available_cores() : options.threads,
                               .truncated = command.input.max_corpus > 0 || command.input.max_queries > 0};
    for (const StageResult& result : scored) rows.push_back(stage_json(result, context));
    results.insert(results.end(), scored.begin(), scored.end());
  }
  if (!command.json_file.empty()) write_json(command.json_file, bench_json(to_yaml(config), std::move(rows)));
  if (command.json_file == "-") return;
  print_table(results);
  std::fputs(differences_text(results).c_str(), stdout);
  print_notes(results, command, config, splits);
}

}  // namespace

void add_bench_command(CLI::App& app) {
  auto* const command = app.add_subcommand("bench", "Score every stage of the pipeline on test collections");
  auto options = std::make_shared<BenchCommand>();
  command->add_option("--datasets", options->datasets, "known data sets by name, or folders")
      ->type_name("NAME|FOLDER");
  command->add_option("--stages", options->stages, "rows: also bm25+dense, bm25+sparse")
      ->type_name("LIST")
      ->capture_default_str();
  command->add_flag("--no-rerank", options->no_rerank, "leave the rerank row out");
  command->add_option("--dense-model", options->dense_model, "dense model")->type_name("MODEL");
  command->add_option("--sparse-model", options->sparse_model, "sparse model")->type_name("MODEL");
  command->add_option("--reranker-model", options->reranker_model, "cross-encoder")->type_name("MODEL");
  command->add_option("--analyzer", options->analyzer, "BM25's analyzer: english or plain")
      ->type_name("NAME");
  command->add_option("--splade-top-k", options->splade_top_k, "heaviest terms kept a text; 0: all")
      ->type_name("N");
  command
      ->add_option("--split", options->input.split,
                   "judgements to use; by default test, else a collection's only ones")
      ->type_name("NAME");
  command->add_option("--max-corpus", options->input.max_corpus, "first N documents only (not comparable)")
      ->type_name("N");
  command
      ->add_option("--max-queries", options->input.max_queries,
                   "first N judged queries only (not comparable)")
      ->type_name("N");
  command->add_option("--data-dir", options->input.data_folder, "where data sets are (or MARROW_DATA)")
      ->type_name("FOLDER");
  command->add_option("--index", options->index_folder, "an index of the same documents whose legs are used")
      ->type_name("INDEX");
  command->add_option("--cache", options->cache_folder, "where indexes of legs are kept for the next run")
      ->type_name("FOLDER");
  command->add_option("--trec-eval", options->trec_eval, "9 or 10")
      ->check(CLI::IsMember({9, 10}))
      ->capture_default_str();
  command->add_option("--json", options->json_file, "the results as JSON to a file, or - for standard output")
      ->type_name("FILE");
  add_leg_options(*command, options->legs);
  add_model_options(*command, options->models);
  command->footer(
      "Examples:\n"
      "  marrow bench --datasets scifact ./my_corpus\n"
      "  marrow bench --datasets scifact --stages dense --dense-model all-MiniLM-L6-v2 --json result.json\n"
      "  marrow bench --datasets scifact --stages bm25,dense,hybrid --fusion rrf --weights bm25=1,dense=1 "
      "--depth 10\n"
      "  marrow bench --datasets scifact --max-corpus 2000 --max-queries 20      a quick look, not "
      "comparable");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
