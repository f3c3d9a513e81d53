#include "experiments/stages.h"

#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "core/nearest.h"
#include "core/number_text.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::array<std::string_view, 8> kStageNames{"bm25",    "sparse",     "dense",       "hybrid",
                                                      "hybrid3", "bm25+dense", "bm25+sparse", "rerank"};
constexpr std::array<std::string_view, 3> kLegKinds{"bm25", "sparse", "dense"};

bool is_leg_kind(std::string_view name) {
  return std::find(kLegKinds.begin(), kLegKinds.end(), name) != kLegKinds.end();
}

/// The legs of `weights`, in the order of kLegKinds.
std::vector<WeightedLeg> legs_by_kind(const LegWeights& weights) {
  std::vector<WeightedLeg> legs;
  for (const std::string_view kind : kLegKinds) {
    const auto found = weights.find(kind);
    if (found != weights.end()) legs.push_back({std::string(kind), found->second});
  }
  return legs;
}

std::vector<WeightedLeg> legs_of(std::string_view stage, const Config& config, const LegWeights& weights) {
  if (is_leg_kind(stage)) return {{std::string(stage), 1.0}};
  if (stage == "hybrid3") return legs_by_kind(three_leg_weights());
  if (stage == "bm25+dense") return {{"bm25", 0.5}, {"dense", 0.5}};
  if (stage == "bm25+sparse") return {{"bm25", 0.5}, {"sparse", 0.5}};
  if (!weights.empty()) return legs_by_kind(weights);
  return {{"sparse", config.fusion.alpha}, {"dense", config.fusion.beta}};
}

std::string label_of(const SearchOptions& options) {
  std::string label;
  for (const WeightedLeg& leg : options.legs) {
    label += (label.empty() ? "" : " + ") + leg.name;
    if (options.legs.size() > 1) label += ' ' + number_text(leg.weight);
  }
  if (options.legs.size() > 1) {
    const bool linear = options.fusion.method == FusionMethod::linear;
    label += linear ? ", linear, floor " + number_text(options.fusion.floor)
                    : ", rrf k " + number_text(options.fusion.rrf_k);
  }
  label += ", depth " + std::to_string(options.depth);
  if (options.reranker.empty()) return label;
  return label + ", reranked top " + std::to_string(options.rerank_depth) + " by " + options.reranker +
         ", blend " + number_text(options.blend_weight);
}

Stage make_stage(std::string_view name, const Config& config, const LegWeights& weights) {
  Stage stage{.name = std::string(name), .options = {}, .label = {}};
  SearchOptions& options = stage.options;
  options.legs = legs_of(name, config, weights);
  options.fusion.method =
      config.fusion.strategy == "rrf" ? FusionMethod::reciprocal_rank : FusionMethod::linear;
  options.fusion.floor = config.fusion.floor;
  options.fusion.rrf_k = config.fusion.rrf_k;
  options.depth = static_cast<std::size_t>(config.fusion.depth);
  options.top_k = options.depth;
  if (name == "rerank") {
    options.reranker = config.reranker.model_name;
    options.rerank_depth = static_cast<std::size_t>(config.benchmark.rerank_top_n);
    options.blend_weight = config.reranker.blend_weight;
    options.blend_k = config.reranker.blend_k;
  }
  stage.label = label_of(options);
  return stage;
}

[[noreturn]] void refuse_stage(std::string_view name) {
  const std::string near = nearest(name, kStageNames);
  std::string known;
  for (const std::string_view stage : kStageNames) known += (known.empty() ? "" : ", ") + std::string(stage);
  throw Error(ErrorCode::invalid_argument, "unknown stage " + quote(name) +
                                               (near.empty() ? "" : ", did you mean `" + near + "`?") +
                                               " Known: " + known);
}

double parse_weight(std::string_view leg, std::string_view text) {
  double weight = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), weight);
  if (status == std::errc{} && end == text.data() + text.size() && std::isfinite(weight) && weight >= 0.0) {
    return weight;
  }
  throw Error(ErrorCode::invalid_argument,
              "weights: " + std::string(leg) + ": got " + quote(text) + ", expected a number >= 0");
}

}  // namespace

const LegWeights& three_leg_weights() {
  static const LegWeights kWeights{{"bm25", 0.35}, {"sparse", 0.25}, {"dense", 0.40}};
  return kWeights;
}

std::vector<Stage> make_stages(std::span<const std::string> names, const Config& config,
                               const LegWeights& weights) {
  std::vector<Stage> stages;
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (std::find(kStageNames.begin(), kStageNames.end(), name) == kStageNames.end()) refuse_stage(name);
    if (!seen.insert(name).second)
      throw Error(ErrorCode::invalid_argument, "stage " + quote(name) + " stands twice");
    stages.push_back(make_stage(name, config, weights));
  }
  return stages;
}

LegWeights parse_leg_weights(std::string_view text) {
  LegWeights weights;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    const std::size_t equals = item.find('=');
    const std::string_view leg = item.substr(0, equals);
    if (equals == std::string_view::npos || !is_leg_kind(leg.substr(0, leg.find(':')))) {
      throw Error(ErrorCode::invalid_argument,
                  "weights: got " + quote(item) + ", expected bm25=, sparse= or dense= and a number");
    }
    if (!weights.emplace(leg, parse_weight(leg, item.substr(equals + 1))).second) {
      throw Error(ErrorCode::invalid_argument, "weights: " + std::string(leg) + " stands twice");
    }
  }
  return weights;
}

}  // namespace marrow
