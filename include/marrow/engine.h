#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/encoder.h"
#include "marrow/fusion.h"
#include "marrow/retriever.h"
#include "marrow/types.h"

/// The whole pipeline over one index folder: build it, search it, explain an answer.
namespace marrow {

/// Opens models by name. What stands behind a name (a known model, a folder) is the provider's.
/// The same name gives the same object as long as one of its users lives.
/// Thread safety: may be called from several threads at once.
class ModelProvider {
 public:
  virtual ~ModelProvider() = default;
  /// Each throws not_found for an unknown name, bad_input for a folder that holds no such model.
  virtual std::shared_ptr<const DenseEncoder> dense_encoder(const std::string& model) = 0;
  virtual std::shared_ptr<const SparseEncoder> sparse_encoder(const std::string& model) = 0;
  virtual std::shared_ptr<const PairScorer> pair_scorer(const std::string& model) = 0;
};

/// What an index is built with.
struct BuildOptions {
  std::string analyzer = "english";  ///< empty: no BM25 leg
  std::vector<std::string> sparse_models;
  std::vector<std::string> dense_models;
  bool quantize_sparse = false;        ///< keep the sparse weights in one byte each, beside the exact ones
  std::size_t threads = 0;             ///< 0: one for each core this process may use
  std::size_t expected_documents = 0;  ///< for progress only; 0: not known
  bool replace = false;  ///< an index that stands at the folder is replaced, once the new one is whole

  /// Throws invalid_argument when no leg is left or a model stands twice.
  void validate() const;
};

/// Gives the next document, or nothing at the end. May throw; the index is then not made.
using DocumentSource = std::function<std::optional<Document>()>;

/// What building an index took, a stage each ("analysis", "sparse:NAME", "dense:NAME", "write").
struct BuildReport {
  std::size_t document_count = 0;
  std::size_t unit_count = 0;
  std::map<std::string, double> stage_seconds;      ///< wall time
  std::map<std::string, double> stage_cpu_seconds;  ///< CPU time of the whole process
};

/// Builds an index at `folder` from documents, in memory bounded by a window of them plus the postings.
/// Durable when it returns; interrupted or failed, the folder is as it was.
BuildReport build_index(const std::string& folder, const DocumentSource& documents,
                        const BuildOptions& options, ModelProvider& models, const Progress& progress = {});

/// Whether a build of an index at `folder` was finished: there is a commit to open. Throws io when the
/// folder cannot be read.
bool index_exists(const std::string& folder);

/// One leg of a search and its weight in the fusion.
struct WeightedLeg {
  std::string name;  ///< "bm25", "sparse", "dense", or with its model: "dense:bge-small-en-v1.5"
  double weight = 1.0;
};

struct Bm25Parameters {
  double k1 = 0.9;
  double b = 0.4;
  std::string lengths = "exact";  ///< "exact" or "lucene" (rounded to one byte)
  bool unique_query_terms = false;
};

/// What a search does.
struct SearchOptions {
  std::vector<WeightedLeg> legs;
  FusionOptions fusion;     ///< its weights are taken from the legs
  std::size_t depth = 100;  ///< documents taken from each leg
  std::size_t top_k = 10;   ///< documents in the answer
  std::string reranker;     ///< model name; empty: no reranking
  std::size_t rerank_depth = 100;
  double blend_weight = 0.3;
  double blend_k = 60.0;
  /// The document whose external id is the query's own is removed before each cut.
  bool exclude_self = false;

  /// Throws invalid_argument: no legs, depth or top_k 0, a weight or blend out of range.
  void validate() const;
};

/// Where a document stands in one list: rank from 1, or 0 when it is not there.
struct Standing {
  std::size_t rank = 0;
  float score = 0.0F;
};

/// One document of an answer, with all that placed it.
struct Answer {
  std::string external_id;
  float score = 0.0F;          ///< what the answer is ordered by
  std::vector<Standing> legs;  ///< one a leg of the options, in their order
  Standing fused;
  Standing reranked;  ///< score: the raw logit
};

/// A searcher over one snapshot of an index. Thread safety: const members may run on several threads.
class Engine {
 public:
  struct Options {
    std::size_t threads = 0;  ///< 0: one for each core this process may use
    Bm25Parameters bm25;
    std::shared_ptr<ModelProvider> models;  ///< null: legs that need a model are refused
  };

  /// Throws not_found when there is no index, corrupt_index when it is damaged.
  static Engine open(const std::string& folder, const Options& options);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  std::size_t document_count() const noexcept;
  /// The legs this index can answer, each by its full name.
  std::vector<std::string> leg_names() const;
  /// The leg by full or short name ("dense" when there is one dense field). Throws not_found.
  const Retriever& leg(std::string_view name) const;

  /// The best documents for one query. `external_id` of the query matters for exclude_self only.
  std::vector<Answer> search(const Query& query, const SearchOptions& options) const;
  /// One answer list a query, in the order of `queries`; equal to search() of each.
  std::vector<std::vector<Answer>> search_all(std::span<const Query> queries, const SearchOptions& options,
                                              const Progress& progress = {}) const;

  /// How one document's place came about, as text: each leg's arithmetic, the fusion's and the
  /// reranking's. Searches again. Throws not_found when there is no such document.
  std::string explain(const Query& query, std::string_view external_id, const SearchOptions& options) const;

  /// The document by external id, if it is there.
  std::optional<Document> document(std::string_view external_id) const;
  /// The document of a hit that this engine gave.
  Document document(Sequence sequence) const;
  std::string external_id(Sequence sequence) const;
  std::optional<Sequence> find(std::string_view external_id) const;

 private:
  struct State;
  explicit Engine(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace marrow
