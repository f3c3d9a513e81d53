#include "marrow/engine.h"

#include <cmath>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "core/number_text.h"
#include "core/parallel.h"
#include "engine/explain.h"
#include "engine/legs.h"
#include "engine/pipeline.h"
#include "index/index_folder.h"
#include "index/index_reader.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// Places of a list's documents, for looking up many of them.
using Places = std::unordered_map<std::uint64_t, std::size_t>;

Places places_of(const std::vector<Hit>& hits) {
  Places places;
  places.reserve(hits.size());
  for (std::size_t i = 0; i < hits.size(); ++i) places.emplace(value_of(hits[i].document), i);
  return places;
}

Standing standing_in(const std::vector<Hit>& hits, const Places& places, Sequence document) {
  const auto found = places.find(value_of(document));
  if (found == places.end()) return {};
  return {.rank = found->second + 1, .score = hits[found->second].score};
}

std::vector<Answer> answers_of(const RankedQuery& ranked, std::size_t top_k, const IndexReader& reader) {
  std::vector<Places> leg_places;
  for (const auto& list : ranked.legs) leg_places.push_back(places_of(list));
  const Places fused = places_of(ranked.fused);
  const Places reranked = places_of(ranked.reranked);
  std::vector<Answer> answers;
  for (const Hit& hit : ranked.hits) {
    if (answers.size() == top_k) break;
    Answer answer;
    answer.external_id = reader.external_id(hit.document);
    answer.score = hit.score;
    for (std::size_t leg = 0; leg < ranked.legs.size(); ++leg) {
      answer.legs.push_back(standing_in(ranked.legs[leg], leg_places[leg], hit.document));
    }
    answer.fused = standing_in(ranked.fused, fused, hit.document);
    answer.reranked = standing_in(ranked.reranked, reranked, hit.document);
    answers.push_back(std::move(answer));
  }
  return answers;
}

void require_share(const char* name, double value, double maximum) {
  if (std::isfinite(value) && value >= 0.0 && value <= maximum) return;
  throw Error(ErrorCode::invalid_argument, std::string(name) + ": got " + number_text(value) +
                                               ", expected a number from 0 to " + number_text(maximum));
}

}  // namespace

bool index_exists(const std::string& folder) {
  return std::filesystem::is_directory(folder) && !list_folder(folder).generations.empty();
}

void SearchOptions::validate() const {
  if (legs.empty()) throw Error(ErrorCode::invalid_argument, "a search needs at least one leg, got none");
  if (depth == 0) throw Error(ErrorCode::invalid_argument, "depth must be at least 1, got 0");
  if (top_k == 0) throw Error(ErrorCode::invalid_argument, "top_k must be at least 1, got 0");
  if (!reranker.empty() && rerank_depth == 0) {
    throw Error(ErrorCode::invalid_argument, "rerank_depth must be at least 1, got 0");
  }
  require_share("blend_weight", blend_weight, 1.0);
  require_share("blend_k", blend_k, 1e9);
  fusion_of(*this).validate(legs.size());
}

struct Engine::State {
  State(const std::string& folder, const Options& options)
      : pool(options.threads),
        reader(IndexReader::open(folder)),
        legs(reader, options.bm25, options.models, pool),
        models(options.models) {}

  ThreadPool pool;  // outlives the legs, which use it
  std::shared_ptr<const IndexReader> reader;
  Legs legs;
  std::shared_ptr<ModelProvider> models;

  std::vector<RankedQuery> rank(std::span<const Query> queries, const SearchOptions& options,
                                const Progress& progress) {
    options.validate();
    std::vector<RankedQuery> ranked(queries.size());
    for (const WeightedLeg& leg : options.legs) {
      const Retriever& retriever = legs.get(leg.name);
      std::vector<std::vector<Hit>> lists(queries.size());
      if (leg.weight > 0.0)
        lists = search_leg(retriever, queries, options.depth, own_document(options), progress);
      for (std::size_t i = 0; i < queries.size(); ++i) ranked[i].legs.push_back(std::move(lists[i]));
    }
    const auto scorer = open_scorer(options);
    fuse_and_rerank(queries, ranked, options, {scorer.get(), [this](const Hit& hit) { return passage(hit); }},
                    progress);
    return ranked;
  }

  OwnDocument own_document(const SearchOptions& options) const {
    if (!options.exclude_self) return {};
    return [this](const Query& query) { return reader->find(query.external_id); };
  }

  std::shared_ptr<const PairScorer> open_scorer(const SearchOptions& options) const {
    if (options.reranker.empty()) return nullptr;
    if (!models)
      throw Error(ErrorCode::invalid_argument, "reranking needs a model, and this engine was given none");
    return models->pair_scorer(options.reranker);
  }

  std::string passage(const Hit& hit) const { return reader->unit_text(hit.document, hit.unit); }
};

Engine::Engine(std::unique_ptr<State> state) : state_(std::move(state)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Engine Engine::open(const std::string& folder, const Options& options) {
  return Engine(std::make_unique<State>(folder, options));
}

std::size_t Engine::document_count() const noexcept { return state_->reader->document_count(); }
std::vector<std::string> Engine::leg_names() const { return state_->legs.names(); }
const Retriever& Engine::leg(std::string_view name) const { return state_->legs.get(name); }

std::vector<Answer> Engine::search(const Query& query, const SearchOptions& options) const {
  return std::move(search_all({&query, 1}, options).front());
}

std::vector<std::vector<Answer>> Engine::search_all(std::span<const Query> queries,
                                                    const SearchOptions& options,
                                                    const Progress& progress) const {
  std::vector<std::vector<Answer>> answers;
  answers.reserve(queries.size());
  for (const RankedQuery& ranked : state_->rank(queries, options, progress)) {
    answers.push_back(answers_of(ranked, options.top_k, *state_->reader));
  }
  return answers;
}

std::string Engine::explain(const Query& query, std::string_view external_id,
                            const SearchOptions& options) const {
  const auto document = state_->reader->find(external_id);
  if (!document) throw Error(ErrorCode::not_found, "no document " + quote(external_id) + " in this index");
  const auto ranked = state_->rank({&query, 1}, options, {});
  std::vector<const Retriever*> retrievers;
  for (const WeightedLeg& leg : options.legs) retrievers.push_back(&state_->legs.get(leg.name));
  return explain_answer({query, *document, options, ranked.front(), retrievers});
}

std::optional<Document> Engine::document(std::string_view external_id) const {
  const auto sequence = state_->reader->find(external_id);
  return sequence ? std::optional(state_->reader->document(*sequence)) : std::nullopt;
}

Document Engine::document(Sequence sequence) const { return state_->reader->document(sequence); }
std::string Engine::external_id(Sequence sequence) const {
  return std::string(state_->reader->external_id(sequence));
}
std::optional<Sequence> Engine::find(std::string_view external_id) const {
  return state_->reader->find(external_id);
}

}  // namespace marrow
