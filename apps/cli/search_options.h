#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/config.h"
#include "marrow/engine.h"

/// The options that commands share: models, legs, fusion, reranking. Each has one name and one meaning
/// in every command; a default that is not given on the command line is config.yaml's.
namespace marrow::cli {

/// Where models are and how they run.
struct ModelOptions {
  std::string config_file;
  std::vector<std::string> settings;
  std::string models_folder;
  std::size_t threads = 0;
  bool print_config = false;
};

void add_model_options(CLI::App& command, ModelOptions& options);

/// The configuration of these options. With --print-config it is printed, and the program ends.
Config config_of(const ModelOptions& options);

/// Opens the models that `config` names, and any other by name or folder.
std::shared_ptr<ModelProvider> make_models(const ModelOptions& options, const Config& config);

/// What a search does, as given on the command line; empty means "as configured".
struct LegOptions {
  std::string legs;     ///< "bm25,sparse,dense"
  std::string weights;  ///< "bm25=0.35,sparse=0.25,dense=0.40"
  std::string fusion;   ///< "linear" or "rrf"
  std::string reranker;
  std::string depth;
  std::string rerank_depth;
  std::string blend_weight;
  std::string k1;
  std::string b;
  std::string lengths;
  bool exclude_self = false;
};

void add_leg_options(CLI::App& command, LegOptions& options);

/// `config` with what the command line says over it.
void apply(const LegOptions& options, Config& config);

/// The search over an index that has `available` legs. Without --legs: all of them. Without --weights:
/// sparse and dense by fusion.alpha and fusion.beta, three legs as `hybrid3` of the bench, any others
/// alike. Throws invalid_argument and not_found.
SearchOptions search_options_of(const LegOptions& options, const Config& config,
                                const std::vector<std::string>& available);

/// The parts between commas, blanks trimmed, empty ones dropped.
std::vector<std::string> split_commas(const std::string& text);

Bm25Parameters bm25_of(const Config& config);

}  // namespace marrow::cli
