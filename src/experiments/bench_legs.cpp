#include "experiments/bench_legs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io/digest.h"
#include "marrow/error.h"

namespace marrow {
namespace {

Bm25Parameters bm25_of(const Config& config) {
  return {config.bm25.k1, config.bm25.b, config.bm25.lengths, config.bm25.unique_query_terms};
}

/// Whether the engine holds the collection's documents, in its order and to the byte.
bool holds_documents(const Engine& engine, const DocumentSource& documents) {
  std::uint64_t sequence = 0;
  while (const auto document = documents()) {
    if (sequence >= engine.document_count()) return false;
    if (engine.document(Sequence(sequence)) != *document) return false;
    ++sequence;
  }
  return sequence == engine.document_count();
}

}  // namespace

BenchLegs::BenchLegs(const BenchCollection& collection, const BenchOptions& options,
                     std::shared_ptr<ModelProvider> models, const ProgressFactory& progress)
    : collection_(collection), options_(options), models_(std::move(models)), progress_(progress) {
  if (options_.index_folder.empty()) return;
  given_ = open(options_.index_folder);
  if (holds_documents(*given_, collection_.open_documents())) return;
  throw Error(ErrorCode::invalid_argument, "the index " + quote(options_.index_folder) +
                                               " does not hold the documents of " + quote(collection_.name) +
                                               "; build it again with `marrow index`, or leave --index out");
}

std::shared_ptr<const Engine> BenchLegs::open(const std::string& folder) const {
  return std::make_shared<const Engine>(Engine::open(
      folder, {.threads = options_.threads, .bm25 = bm25_of(options_.config), .models = models_}));
}

const BenchLeg& BenchLegs::find_or_build(const std::string& kind) {
  const auto found = legs_.find(kind);
  if (found != legs_.end()) return found->second;
  BenchLeg leg;
  if (!leg_in_given_index(kind, leg)) leg = build(kind);
  return legs_.emplace(kind, std::move(leg)).first->second;
}

std::string BenchLegs::model_of(const std::string& kind) const {
  if (kind == "sparse") return options_.config.splade.model_name;
  return kind == "dense" ? options_.config.dense.model_name : std::string();
}

bool BenchLegs::leg_in_given_index(const std::string& kind, BenchLeg& leg) {
  if (!given_) return false;
  const std::string name = kind == "bm25" ? kind : kind + ':' + model_of(kind);
  const auto names = given_->leg_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) return false;
  leg = {.engine = given_, .name = name, .build_seconds = 0.0, .build_cpu_seconds = 0.0, .reused = true};
  return true;
}

std::string BenchLegs::cache_key(const std::string& kind) const {
  std::string key = collection_.data_hash + '\n' + kind + '\n';
  if (kind == "bm25") key += options_.config.bm25.analyzer;
  if (kind == "dense") key += models_->dense_encoder(model_of(kind))->info().identity;
  if (kind == "sparse") key += models_->sparse_encoder(model_of(kind))->info().identity;
  return digest_of(DigestKind::sha256, key).substr(0, 16);
}

BenchLeg BenchLegs::build(const std::string& kind) {
  const std::string folder =
      options_.cache_folder + '/' + collection_.name + '-' + kind + '-' + cache_key(kind);
  BenchLeg leg;
  if (index_exists(folder)) {
    leg.reused = true;
  } else {
    std::filesystem::create_directories(options_.cache_folder);
    BuildOptions build{.analyzer = kind == "bm25" ? options_.config.bm25.analyzer : std::string(),
                       .sparse_models = {},
                       .dense_models = {},
                       .threads = options_.threads,
                       .expected_documents = collection_.expected_documents,
                       .replace = false};
    if (kind == "sparse") build.sparse_models = {model_of(kind)};
    if (kind == "dense") build.dense_models = {model_of(kind)};
    const BuildReport report = build_index(folder, collection_.open_documents(), build, *models_,
                                           progress_(collection_.name + ": indexing for " + kind));
    for (const auto& [stage, seconds] : report.stage_seconds) leg.build_seconds += seconds;
    for (const auto& [stage, seconds] : report.stage_cpu_seconds) leg.build_cpu_seconds += seconds;
  }
  leg.engine = open(folder);
  leg.name = leg.engine->leg_names().front();
  return leg;
}

}  // namespace marrow
