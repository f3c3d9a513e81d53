#include "search_options.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "commands.h"
#include "engine/local_models.h"
#include "environment.h"
#include "experiments/stages.h"
#include "marrow/error.h"

namespace marrow::cli {
namespace {

/// "dense" of "dense:all-MiniLM-L6-v2".
std::string kind_of(const std::string& leg) { return leg.substr(0, leg.find(':')); }

/// Default weights of a set of legs, by their kinds.
double default_weight(const std::string& kind, const std::vector<std::string>& legs, const Config& config) {
  const auto has = [&](std::string_view wanted) {
    return std::any_of(legs.begin(), legs.end(),
                       [&](const std::string& leg) { return kind_of(leg) == wanted; });
  };
  if (legs.size() == 2 && has("sparse") && has("dense")) {
    return kind == "sparse" ? config.fusion.alpha : config.fusion.beta;
  }
  if (legs.size() == 3 && has("bm25") && has("sparse") && has("dense"))
    return three_leg_weights().find(kind)->second;
  return 1.0;
}

void set_if_given(Config& config, const std::string& value, const char* option, const char* key) {
  if (!value.empty()) config.set(key, value, option);
}

std::vector<WeightedLeg> legs_of(const LegOptions& options, const Config& config,
                                 const std::vector<std::string>& available) {
  std::vector<std::string> names = split_commas(options.legs);
  const LegWeights weights = parse_leg_weights(options.weights);
  if (names.empty()) {
    for (const std::string& leg : available) {
      if (weights.empty() || weights.contains(kind_of(leg)) || weights.contains(leg)) names.push_back(leg);
    }
  }
  std::vector<WeightedLeg> legs;
  for (const std::string& name : names) {
    const auto exact = weights.find(name);
    const auto given = exact != weights.end() ? exact : weights.find(kind_of(name));
    if (!weights.empty() && given == weights.end()) {
      throw Error(ErrorCode::invalid_argument,
                  "--weights: leg " + quote(name) + " has none; give every leg one, 0 to leave it out");
    }
    legs.push_back({name, weights.empty() ? default_weight(kind_of(name), names, config) : given->second});
  }
  return legs;
}

}  // namespace

void add_model_options(CLI::App& command, ModelOptions& options) {
  add_config_options(command, options.config_file, options.settings);
  command.add_flag("--print-config", options.print_config, "print the whole configuration and stop");
  add_models_option(command, options.models_folder);
  command.add_option("--threads", options.threads, "threads; 0: one a core")->type_name("N");
}

Config config_of(const ModelOptions& options) {
  Config config = load_config(options.config_file, options.settings);
  if (!options.print_config) return config;
  std::fputs(to_yaml(config).c_str(), stdout);
  throw CLI::Success();
}

std::shared_ptr<ModelProvider> make_models(const ModelOptions& options, const Config& config) {
  return open_local_models(
      local_model_options(config, models_folder_of(options.models_folder), options.threads));
}

void add_leg_options(CLI::App& command, LegOptions& options) {
  command
      .add_option("--legs", options.legs, "legs to search, by short or full name; default: all of the index")
      ->type_name("bm25,sparse,dense");
  command.add_option("--weights", options.weights, "a weight for every leg")->type_name("LEG=W,…");
  command.add_option("--fusion", options.fusion, "linear or rrf")->type_name("METHOD");
  command.add_option("--depth", options.depth, "documents taken from each leg")->type_name("N");
  command.add_option("--reranker", options.reranker, "cross-encoder; `default` takes the configured one")
      ->type_name("MODEL");
  command.add_option("--rerank-depth", options.rerank_depth, "documents the reranker reads a query")
      ->type_name("N");
  command.add_option("--blend-weight", options.blend_weight, "the reranker's say, 0 to 1")->type_name("W");
  command.add_option("--k1", options.k1, "BM25: term frequency saturation")->type_name("X");
  command.add_option("--b", options.b, "BM25: length normalisation")->type_name("X");
  command.add_option("--lengths", options.lengths, "BM25: exact, or lucene's one-byte lengths")
      ->type_name("KIND");
  command.add_flag("--exclude-self", options.exclude_self,
                   "drop the document whose id is the query's own before each cut");
}

void apply(const LegOptions& options, Config& config) {
  set_if_given(config, options.fusion, "--fusion", "fusion.strategy");
  set_if_given(config, options.depth, "--depth", "fusion.depth");
  set_if_given(config, options.rerank_depth, "--rerank-depth", "benchmark.rerank_top_n");
  set_if_given(config, options.blend_weight, "--blend-weight", "reranker.blend_weight");
  set_if_given(config, options.k1, "--k1", "bm25.k1");
  set_if_given(config, options.b, "--b", "bm25.b");
  set_if_given(config, options.lengths, "--lengths", "bm25.lengths");
  if (!options.reranker.empty() && options.reranker != "default")
    config.reranker.model_name = options.reranker;
}

SearchOptions search_options_of(const LegOptions& options, const Config& config,
                                const std::vector<std::string>& available) {
  SearchOptions search;
  search.legs = legs_of(options, config, available);
  search.fusion.method =
      config.fusion.strategy == "rrf" ? FusionMethod::reciprocal_rank : FusionMethod::linear;
  search.fusion.floor = config.fusion.floor;
  search.fusion.rrf_k = config.fusion.rrf_k;
  search.depth = static_cast<std::size_t>(config.fusion.depth);
  search.top_k = static_cast<std::size_t>(config.benchmark.final_k);
  search.reranker = options.reranker.empty() ? std::string() : config.reranker.model_name;
  search.rerank_depth = static_cast<std::size_t>(config.benchmark.rerank_top_n);
  search.blend_weight = config.reranker.blend_weight;
  search.blend_k = config.reranker.blend_k;
  search.exclude_self = options.exclude_self;
  return search;
}

std::vector<std::string> split_commas(const std::string& text) {
  std::vector<std::string> parts;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const std::size_t begin = part.find_first_not_of(' ');
    if (begin == std::string_view::npos) continue;
    part = part.substr(begin, part.find_last_not_of(' ') - begin + 1);
    parts.emplace_back(part);
  }
  return parts;
}

Bm25Parameters bm25_of(const Config& config) {
  return {config.bm25.k1, config.bm25.b, config.bm25.lengths, config.bm25.unique_query_terms};
}

}  // namespace marrow::cli
