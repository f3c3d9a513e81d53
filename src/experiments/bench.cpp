#include "experiments/bench.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/pipeline.h"
#include "experiments/bench_legs.h"
#include "marrow/error.h"

namespace marrow {
namespace {

using Clock = std::chrono::steady_clock;

/// Documents that a leg alone is scored on; the fused stages take their own depth of them.
constexpr std::size_t kScoredDepth = 100;
/// How much of a ranking the counters compare.
constexpr std::size_t kComparedDepth = 10;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The lists of one leg for every query, searched once and shared by the stages.
struct SearchedLeg {
  std::vector<std::vector<Hit>> lists;
  double seconds = 0.0;
};

/// One collection's bench while it runs.
class BenchRun {
 public:
  BenchRun(const BenchCollection& collection, const BenchOptions& options,
           const std::shared_ptr<ModelProvider>& models, const ProgressFactory& progress)
      : collection_(collection),
        options_(options),
        models_(models),
        progress_(progress),
        legs_(collection, options, models, progress) {
    for (const Stage& stage : options.stages) deepest_ = std::max(deepest_, stage.options.depth);
  }

  StageResult score(const Stage& stage) {
    StageResult result;
    result.dataset = collection_.name;
    result.stage = stage.name;
    result.label = stage.label;
    result.options = stage.options;
    describe_legs(stage, result);
    auto ranked = lists_of(stage, result.query_seconds);
    const auto start = Clock::now();
    fuse_and_rerank(collection_.judged_queries, ranked, stage.options, rerank_stage(stage, result),
                    progress_(collection_.name + ": " + stage.name));
    result.query_seconds += seconds_since(start);
    count_mechanism(stage, ranked, result);
    result.evaluation = evaluate_ranked(stage, ranked);
    result.published = published_figure(stage, result);
    return result;
  }

 private:
  const Engine& documents_of(const Stage& stage) {
    return *legs_.find_or_build(stage.options.legs.front().name).engine;
  }

  void describe_legs(const Stage& stage, StageResult& result) {
    for (const WeightedLeg& leg : stage.options.legs) {
      const BenchLeg& built = legs_.find_or_build(leg.name);
      result.index_seconds += built.build_seconds;
      result.index_cpu_seconds += built.build_cpu_seconds;
      result.index_reused = result.index_reused || built.reused;
      result.document_count = built.engine->document_count();
      if (leg.name == "sparse") {
        result.encoders.push_back(models_->sparse_encoder(options_.config.splade.model_name)->info());
      }
      if (leg.name == "dense") {
        result.encoders.push_back(models_->dense_encoder(options_.config.dense.model_name)->info());
      }
    }
  }

  const SearchedLeg& searched(const std::string& kind) {
    const auto found = searched_.find(kind);
    if (found != searched_.end()) return found->second;
    const BenchLeg& leg = legs_.find_or_build(kind);
    const auto start = Clock::now();
    SearchedLeg result;
    result.lists = search_leg(leg.engine->leg(leg.name), collection_.judged_queries, deepest_,
                              own_document(*leg.engine), progress_(collection_.name + ": searching " + kind));
    result.seconds = seconds_since(start);
    return searched_.emplace(kind, std::move(result)).first->second;
  }

  OwnDocument own_document(const Engine& engine) const {
    if (!collection_.exclude_self) return {};
    return [&engine](const Query& query) { return engine.find(query.external_id); };
  }

  std::vector<RankedQuery> lists_of(const Stage& stage, double& seconds) {
    const std::size_t depth = stage.single_leg() ? deepest_ : stage.options.depth;
    std::vector<RankedQuery> ranked(collection_.judged_queries.size());
    for (const WeightedLeg& leg : stage.options.legs) {
      const SearchedLeg& found = searched(leg.name);
      seconds += found.seconds;
      for (std::size_t i = 0; i < ranked.size(); ++i) {
        auto list = found.lists[i];
        list.resize(std::min(list.size(), depth));
        ranked[i].legs.push_back(std::move(list));
      }
    }
    return ranked;
  }

  RerankStage rerank_stage(const Stage& stage, StageResult& result) {
    if (stage.options.reranker.empty()) return {};
    scorer_ = models_->pair_scorer(stage.options.reranker);
    result.encoders.push_back(scorer_->info());
    const Engine& engine = documents_of(stage);
    return {scorer_.get(), [&engine](const Hit& hit) { return full_text(engine.document(hit.document)); }};
  }

  Evaluation evaluate_ranked(const Stage& stage, const std::vector<RankedQuery>& ranked) {
    const Engine& engine = documents_of(stage);
    Run run;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      auto& documents = run[collection_.judged_queries[i].external_id];
      for (const Hit& hit : ranked[i].hits) {
        documents.push_back({engine.external_id(hit.document), static_cast<double>(hit.score)});
      }
    }
    EvaluationOptions evaluation;
    evaluation.version = options_.trec_eval;
    return evaluate(collection_.qrels, run, bench_measures(), evaluation);
  }

  /// Only a leg alone, run as it was published, has a published figure.
  std::optional<PublishedFigure> published_figure(const Stage& stage, const StageResult& result) const {
    if (!stage.single_leg() || !as_published(stage.name)) return std::nullopt;
    const auto found = collection_.published.find(stage.name == "bm25" ? stage.name : result.model_names());
    return found == collection_.published.end() ? std::nullopt : std::optional(found->second);
  }

  /// BM25 is published for one analyzer and one pair of parameters, a model for its own length limit.
  bool as_published(const std::string& leg) const {
    const Config published;
    const Config& config = options_.config;
    if (leg == "dense") return config.dense.max_length == published.dense.max_length;
    return leg != "bm25" || (config.bm25.analyzer == published.bm25.analyzer &&
                             config.bm25.k1 == published.bm25.k1 && config.bm25.b == published.bm25.b);
  }

  static bool same_top(const std::vector<Hit>& one, const std::vector<Hit>& other) {
    const std::size_t a = std::min(one.size(), kComparedDepth);
    const std::size_t b = std::min(other.size(), kComparedDepth);
    return std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(a), other.begin(),
                      other.begin() + static_cast<std::ptrdiff_t>(b),
                      [](const Hit& x, const Hit& y) { return x.document == y.document; });
  }

  static void count_mechanism(const Stage& stage, const std::vector<RankedQuery>& ranked,
                              StageResult& result) {
    if (stage.single_leg()) return;
    for (const RankedQuery& query : ranked) {
      for (std::size_t leg = 0; leg < query.legs.size(); ++leg) {
        const bool differs = !same_top(query.fused, query.legs[leg]);
        result.counters["differs from " + stage.options.legs[leg].name] += differs ? 1 : 0;
      }
      if (!stage.options.reranker.empty()) {
        result.counters["reranking changed"] += same_top(query.hits, query.fused) ? 0 : 1;
      }
    }
  }

  const BenchCollection& collection_;
  const BenchOptions& options_;
  const std::shared_ptr<ModelProvider>& models_;
  const ProgressFactory& progress_;
  BenchLegs legs_;
  std::size_t deepest_ = kScoredDepth;
  std::map<std::string, SearchedLeg> searched_;
  std::shared_ptr<const PairScorer> scorer_;
};

}  // namespace

std::string StageResult::model_names() const {
  std::string names;
  for (const EncoderInfo& encoder : encoders) names += (names.empty() ? "" : " + ") + encoder.name;
  return names;
}

std::vector<std::string> bench_measures() {
  return {"nDCG@10", "R@10", "R@100", "RR@10", "RR", "AP", "P@5", "Judged@10"};
}

std::vector<StageResult> run_bench(const BenchCollection& collection, const BenchOptions& options,
                                   const std::shared_ptr<ModelProvider>& models,
                                   const ProgressFactory& progress) {
  if (collection.judged_queries.empty()) {
    throw Error(ErrorCode::bad_input, collection.name + ": no query of split " + quote(collection.split) +
                                          " is judged; a bench needs qrels");
  }
  BenchRun run(collection, options, models, progress);
  std::vector<StageResult> results;
  for (const Stage& stage : options.stages) results.push_back(run.score(stage));
  return results;
}

}  // namespace marrow
