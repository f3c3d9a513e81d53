#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config.h"
#include "marrow/engine.h"

/// The rows of `marrow bench`: which legs a stage fuses, with what weights, and whether it reranks.
namespace marrow {

/// One row of the table.
struct Stage {
  std::string name;       ///< "bm25", "sparse", "dense", "hybrid", "hybrid3", "rerank", …
  SearchOptions options;  ///< legs by short name ("sparse", "dense"); the reranker by model name
  std::string label;      ///< legs, weights and method in words: "sparse 0.4 + dense 0.6, linear, floor 0.1"
  bool single_leg() const { return options.legs.size() == 1 && options.reranker.empty(); }
};

/// Weights by leg: a kind ("bm25", "sparse", "dense") or a full name ("dense:bge-small-en-v1.5").
using LegWeights = std::map<std::string, double, std::less<>>;

/// The weights of `hybrid3`, by kind: 0.35, 0.25 and 0.40, chosen by independent runs on SciFact.
const LegWeights& three_leg_weights();

/// The stages by name, in the order given.
///   bm25, sparse, dense   one leg
///   hybrid                sparse fusion.alpha + dense fusion.beta, or the legs and weights given
///   hybrid3               bm25 0.35 + sparse 0.25 + dense 0.40
///   bm25+dense, bm25+sparse   pairs, half and half
///   rerank                hybrid, then the cross-encoder, blended
/// Throws invalid_argument for an unknown stage, naming the nearest, or a stage that stands twice.
std::vector<Stage> make_stages(std::span<const std::string> names, const Config& config,
                               const LegWeights& weights);

/// "bm25=0.35,sparse=0.25": weights by leg. Throws invalid_argument for an unknown leg, a leg that
/// stands twice, or a weight that is not a finite number >= 0.
LegWeights parse_leg_weights(std::string_view text);

}  // namespace marrow
