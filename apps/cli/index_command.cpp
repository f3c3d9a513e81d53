#include <algorithm>
#include <cstdio>
#include <memory>

#include "collections.h"
#include "commands.h"
#include "io/json.h"
#include "marrow/error.h"
#include "output.h"
#include "search_options.h"

namespace marrow::cli {
namespace {

struct IndexOptions {
  ModelOptions models;
  std::string folder;
  std::string input;
  std::string legs = "bm25";
  std::string analyzer;
  std::vector<std::string> dense_models;
  std::vector<std::string> sparse_models;
  std::string splade_top_k;
  bool quantize = false;
  bool replace = false;
  bool skip_existing = false;
  bool json = false;
};

/// The legs to build: those of --legs, and those whose model is named.
BuildOptions build_options_of(const IndexOptions& options, const Config& config) {
  BuildOptions build;
  const auto legs = split_commas(options.legs);
  const auto wants = [&](const char* leg) { return std::find(legs.begin(), legs.end(), leg) != legs.end(); };
  for (const std::string& leg : legs) {
    if (leg != "bm25" && leg != "sparse" && leg != "dense") {
      throw Error(ErrorCode::invalid_argument,
                  "--legs: got " + quote(leg) + ", expected bm25, sparse or dense");
    }
  }
  build.analyzer = wants("bm25") ? config.bm25.analyzer : std::string();
  build.sparse_models = options.sparse_models;
  build.dense_models = options.dense_models;
  if (wants("sparse") && build.sparse_models.empty()) build.sparse_models = {config.splade.model_name};
  if (wants("dense") && build.dense_models.empty()) build.dense_models = {config.dense.model_name};
  build.quantize_sparse = options.quantize || config.splade.quantize;
  build.threads = options.models.threads;
  build.replace = options.replace;
  return build;
}

void print_report(const IndexOptions& options, const BuildReport& report) {
  if (options.json) {
    Json stages = Json::object();
    for (const auto& [stage, seconds] : report.stage_seconds) {
      stages[stage] = {{"seconds", seconds}, {"cpu_seconds", report.stage_cpu_seconds.at(stage)}};
    }
    const Json out = {{"index", options.folder},
                      {"documents", report.document_count},
                      {"units", report.unit_count},
                      {"stages", std::move(stages)}};
    std::puts(to_text(out, 2).c_str());
    return;
  }
  Table table({"stage", "seconds", "CPU seconds", "documents/s"});
  for (const auto& [stage, seconds] : report.stage_seconds) {
    const double rate = seconds > 0.0 ? static_cast<double>(report.document_count) / seconds : 0.0;
    table.add_row({stage, fixed(seconds, 2), fixed(report.stage_cpu_seconds.at(stage), 2), fixed(rate, 0)});
  }
  std::printf("%zu documents indexed at %s\n%s", report.document_count, options.folder.c_str(),
              table.text().c_str());
}

void run(const IndexOptions& options) {
  Config config = config_of(options.models);
  if (!options.analyzer.empty()) config.set("bm25.analyzer", options.analyzer, "--analyzer");
  if (!options.splade_top_k.empty()) config.set("splade.top_k", options.splade_top_k, "--splade-top-k");
  if (options.skip_existing && index_exists(options.folder)) {
    const Engine engine = Engine::open(options.folder, {});
    notice(options.folder + " is there already, with " + std::to_string(engine.document_count()) +
           " documents");
    return;
  }
  BuildOptions build = build_options_of(options, config);
  const InputCollection input = open_input(options.input);
  build.expected_documents = input.expected_documents;
  const auto models = make_models(options.models, config);
  print_report(options, build_index(options.folder, input.open_documents(), build, *models,
                                    show_progress("indexing")));
}

}  // namespace

void add_index_command(CLI::App& app) {
  auto* const command = app.add_subcommand("index", "Build an index from a collection of documents");
  auto options = std::make_shared<IndexOptions>();
  command->add_option("index", options->folder, "folder of the index")->required()->type_name("INDEX");
  command
      ->add_option("--input", options->input,
                   "a folder in BEIR layout or with documents.jsonl, such a file, or -")
      ->required()
      ->type_name("PATH");
  command->add_option("--legs", options->legs, "legs to build (a named model adds its leg)")
      ->type_name("bm25,sparse,dense")
      ->capture_default_str();
  command->add_option("--analyzer", options->analyzer, "BM25's analyzer: english or plain")
      ->type_name("NAME");
  command->add_option("--dense-model", options->dense_models, "dense model; may stand several times")
      ->type_name("MODEL")
      ->allow_extra_args(false);
  command->add_option("--sparse-model", options->sparse_models, "sparse model; may stand several times")
      ->type_name("MODEL")
      ->allow_extra_args(false);
  command->add_option("--splade-top-k", options->splade_top_k, "heaviest terms kept a text; 0: all")
      ->type_name("N");
  command->add_flag("--quantize", options->quantize, "keep sparse weights in 8 bits too");
  command->add_flag("--replace", options->replace,
                    "replace an index that is there, once the new one is whole");
  command->add_flag("--skip-existing", options->skip_existing, "do nothing when an index is there");
  command->add_flag("--json", options->json, "the report as JSON");
  add_model_options(*command, options->models);
  command->footer(
      "Examples:\n"
      "  marrow index my_index --input my_corpus/                       BM25 alone, no model needed\n"
      "  marrow index my_index --input scifact/ --legs bm25,sparse,dense\n"
      "  marrow index my_index --input documents.jsonl --dense-model all-MiniLM-L6-v2 --dense-model "
      "bge-small-en-v1.5\n"
      "Next: marrow search my_index --explain \"a question\"");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
