#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/stages.h"
#include "marrow/engine.h"
#include "marrow/evaluation.h"

/// The bench: one collection, one index, every stage scored.
namespace marrow {

/// A figure that someone published, with where it stands, in one piece.
struct PublishedFigure {
  double ndcg_at_10 = 0.0;
  std::string source;
};

/// A collection to measure on.
struct BenchCollection {
  std::string name;
  std::string split = "test";
  std::string data_hash;  ///< over the bytes of corpus, queries and judgements
  bool exclude_self = false;
  /// Gives a source that starts at the first document; called once an index that must be built.
  std::function<DocumentSource()> open_documents;
  std::size_t expected_documents = 0;  ///< for progress only; 0: not known
  std::vector<Query> judged_queries;
  Qrels qrels;
  /// By "bm25" or by the model's name, for the rows of one leg under the published protocol.
  std::map<std::string, PublishedFigure, std::less<>> published;
};

struct BenchOptions {
  Config config;
  std::vector<Stage> stages;
  /// An index of the same documents: its legs are used where they fit. Empty: none.
  std::string index_folder;
  /// Legs that the index lacks are built here, one index a leg, and used again by later runs whose
  /// data, model and settings are the same.
  std::string cache_folder;
  std::size_t threads = 0;
  TrecEvalVersion trec_eval = TrecEvalVersion::v9;
};

/// What a stage scored and cost.
struct StageResult {
  std::string dataset;
  std::string stage;
  std::string label;
  std::vector<EncoderInfo> encoders;  ///< of the legs, in their order, then of the reranker
  Evaluation evaluation;
  double index_seconds = 0.0;      ///< wall time to analyse or encode the documents for the legs
  double index_cpu_seconds = 0.0;  ///< the same in CPU time of the process
  bool index_reused = false;       ///< a leg was found built; the two above are then not the whole
  double query_seconds = 0.0;      ///< wall time of all queries: encoding, search, fusion, reranking
  std::size_t document_count = 0;
  std::optional<PublishedFigure> published;
  SearchOptions options;
  /// What the mechanism did, so that a row whose mechanism did nothing is seen: queries whose ten best
  /// documents, in order, differ from each leg's ("differs from dense") or from the list before
  /// reranking ("reranking changed").
  std::map<std::string, std::size_t> counters;

  /// "all-MiniLM-L6-v2", "SPLADE-tiny + bge-small-en-v1.5", or "" for BM25 alone.
  std::string model_names() const;
};

/// Makes the callback that shows the progress of one step by name.
using ProgressFactory = std::function<Progress(const std::string& what)>;

/// Scores every stage of `options` on one collection. The legs are searched once each and shared by
/// the stages. Throws what the parts throw; legs that were built before an interruption are kept.
std::vector<StageResult> run_bench(const BenchCollection& collection, const BenchOptions& options,
                                   const std::shared_ptr<ModelProvider>& models,
                                   const ProgressFactory& progress);

/// The measures that every bench row has.
std::vector<std::string> bench_measures();

}  // namespace marrow
