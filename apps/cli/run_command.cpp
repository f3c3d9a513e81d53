#include <algorithm>
#include <cstdio>
#include <memory>

#include "collections.h"
#include "commands.h"
#include "corpus/trec.h"
#include "io/durable_file.h"
#include "marrow/error.h"
#include "output.h"
#include "search_options.h"

namespace marrow::cli {
namespace {

struct RunCommand {
  ModelOptions models;
  LegOptions legs;
  std::string folder;
  std::string queries;
  std::string output = "-";
  std::string tag = "marrow";
  std::size_t top_k = 1000;
};

std::string run_text(const Engine& engine, const std::vector<Query>& queries, const SearchOptions& options,
                     const std::string& tag) {
  const auto answers = engine.search_all(queries, options, show_progress("searching"));
  std::string text;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    std::vector<ScoredDocument> ranked;
    for (const Answer& answer : answers[i]) {
      ranked.push_back({answer.external_id, static_cast<double>(answer.score)});
    }
    text += trec_run_lines(queries[i].external_id, ranked, tag);
  }
  return text;
}

void write_output(const std::string& path, const std::string& text) {
  if (path == "-") {
    StandardOutput().write(text);
  } else {
    write_file(path, text);
  }
}

void run(const RunCommand& command) {
  Config config = config_of(command.models);
  apply(command.legs, config);
  if (command.legs.depth.empty()) {
    config.fusion.depth = std::max(config.fusion.depth, static_cast<std::int64_t>(command.top_k));
  }
  const auto queries = read_queries(command.queries);
  const Engine engine = Engine::open(command.folder, {.threads = command.models.threads,
                                                      .bm25 = bm25_of(config),
                                                      .models = make_models(command.models, config)});
  SearchOptions options = search_options_of(command.legs, config, engine.leg_names());
  options.top_k = command.top_k;
  write_output(command.output, run_text(engine, queries, options, command.tag));
}

}  // namespace

void add_run_command(CLI::App& app) {
  auto* const command = app.add_subcommand("run", "Answer a file of queries and write a TREC run");
  auto options = std::make_shared<RunCommand>();
  command->add_option("index", options->folder, "folder of the index")->required()->type_name("INDEX");
  command->add_option("--queries", options->queries, "queries.jsonl in either layout, plain or .gz, or -")
      ->required()
      ->type_name("FILE");
  command->add_option("--output", options->output, "where the run goes; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--tag", options->tag, "the run's name, its sixth field")
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--top-k", options->top_k, "documents a query; legs go as deep unless --depth says")
      ->type_name("N")
      ->capture_default_str();
  add_leg_options(*command, options->legs);
  add_model_options(*command, options->models);
  command->footer(
      "Examples:\n"
      "  marrow run my_index --queries queries.jsonl > my.run\n"
      "  marrow run my_index --queries queries.jsonl.gz --legs dense --output dense.run --tag dense\n"
      "Next: marrow evaluate --qrels qrels/test.tsv --run my.run");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
