#include <cstdio>
#include <memory>

#include "commands.h"
#include "core/number_text.h"
#include "io/json.h"
#include "marrow/error.h"
#include "output.h"
#include "search_options.h"

namespace marrow::cli {
namespace {

constexpr std::size_t kShownTitleBytes = 70;

struct SearchCommand {
  ModelOptions models;
  LegOptions legs;
  std::string folder;
  std::string query;
  std::string top_k;
  bool explain = false;
  bool json = false;
};

/// A title, or the start of the text, cut on a character boundary.
std::string headline(const Document& document) {
  std::string text = document.title.empty() ? document.text : document.title;
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  if (text.size() <= kShownTitleBytes) return text;
  std::size_t end = kShownTitleBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string shown(const Standing& standing) {
  return standing.rank == 0
             ? "-"
             : std::to_string(standing.rank) + " (" + fixed(static_cast<double>(standing.score), 4) + ")";
}

Json standing_json(const Standing& standing) {
  if (standing.rank == 0) return nullptr;
  return {{"rank", standing.rank}, {"score", standing.score}};
}

void print_table(const Engine& engine, const std::vector<Answer>& answers, const SearchOptions& options) {
  std::vector<std::string> header{"rank", "id", "score"};
  for (const WeightedLeg& leg : options.legs) header.push_back(leg.name + " x " + number_text(leg.weight));
  if (!options.reranker.empty()) header.insert(header.end(), {"fused", "reranker"});
  header.emplace_back("document");
  Table table(header);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Answer& answer = answers[i];
    std::vector<std::string> row{std::to_string(i + 1), answer.external_id,
                                 fixed(static_cast<double>(answer.score), 4)};
    for (const Standing& standing : answer.legs) row.push_back(shown(standing));
    if (!options.reranker.empty()) row.insert(row.end(), {shown(answer.fused), shown(answer.reranked)});
    row.push_back(headline(*engine.document(answer.external_id)));
    table.add_row(std::move(row));
  }
  std::fputs(answers.empty() ? "no document matches\n" : table.text().c_str(), stdout);
}

Json answer_json(const Engine& engine, const Answer& answer, const SearchOptions& options) {
  const Document document = *engine.document(answer.external_id);
  Json legs = Json::object();
  for (std::size_t leg = 0; leg < options.legs.size(); ++leg) {
    legs[options.legs[leg].name] = standing_json(answer.legs[leg]);
  }
  return {{"id", answer.external_id},
          {"score", answer.score},
          {"title", document.title},
          {"text", document.text},
          {"legs", std::move(legs)},
          {"fused", standing_json(answer.fused)},
          {"reranker", standing_json(answer.reranked)}};
}

void print_json(const Engine& engine, const std::vector<Answer>& answers, const SearchOptions& options,
                const SearchCommand& command) {
  Json hits = Json::array();
  for (const Answer& answer : answers) {
    Json hit = answer_json(engine, answer, options);
    if (command.explain)
      hit["explanation"] = engine.explain({"", command.query}, answer.external_id, options);
    hits.push_back(std::move(hit));
  }
  std::puts(to_text({{"query", command.query}, {"hits", std::move(hits)}}, 2).c_str());
}

void run(const SearchCommand& command) {
  Config config = config_of(command.models);
  apply(command.legs, config);
  if (!command.top_k.empty()) config.set("benchmark.final_k", command.top_k, "--top-k");
  const Engine engine = Engine::open(command.folder, {.threads = command.models.threads,
                                                      .bm25 = bm25_of(config),
                                                      .models = make_models(command.models, config)});
  const SearchOptions options = search_options_of(command.legs, config, engine.leg_names());
  const Query query{"", command.query};
  const auto answers = engine.search(query, options);
  if (command.json) return print_json(engine, answers, options, command);
  print_table(engine, answers, options);
  if (!command.explain) return;
  for (const Answer& answer : answers) {
    std::printf("\n%s\n%s", answer.external_id.c_str(),
                engine.explain(query, answer.external_id, options).c_str());
  }
}

}  // namespace

void add_search_command(CLI::App& app) {
  auto* const command = app.add_subcommand("search", "Search an index and show how each answer came about");
  auto options = std::make_shared<SearchCommand>();
  command->add_option("index", options->folder, "folder of the index")->required()->type_name("INDEX");
  command->add_option("query", options->query, "the question")->required()->type_name("QUERY");
  command->add_option("--top-k", options->top_k, "documents in the answer")->type_name("N");
  command->add_flag("--explain", options->explain,
                    "every leg's arithmetic, the fusion's and the reranking's");
  command->add_flag("--json", options->json, "the answer as JSON");
  add_leg_options(*command, options->legs);
  add_model_options(*command, options->models);
  command->footer(
      "Examples:\n"
      "  marrow search my_index \"vitamin D and birth weight\"\n"
      "  marrow search my_index --legs bm25,dense --weights bm25=0.3,dense=0.7 --explain \"a question\"\n"
      "  marrow search my_index --reranker default --rerank-depth 20 --json \"a question\"");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
