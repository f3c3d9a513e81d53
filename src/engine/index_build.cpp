#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "core/parallel.h"
#include "engine/stage_clock.h"
#include "engine/term_lists.h"
#include "index/index_builder.h"
#include "marrow/engine.h"
#include "marrow/error.h"
#include "text/analyzer.h"

/// Building an index: documents in windows, each window analysed and encoded by every leg's model.
namespace marrow {
namespace {

/// Documents held in memory at a time. Long enough that texts sorted by length make full batches.
constexpr std::size_t kWindow = 2048;

template <class Encoder>
Field field_of(FieldKind kind, const std::string& model, const Encoder& encoder, std::size_t width) {
  const EncoderInfo& info = encoder.info();
  return {.kind = kind,
          .name = info.name,
          .model = model,
          .identity = info.identity,
          .details = "max_length " + std::to_string(info.max_length),
          .width = static_cast<std::uint32_t>(width)};
}

/// The models that documents go through, and the fields that they fill.
struct BuildModels {
  std::unique_ptr<Analyzer> analyzer;
  std::vector<std::shared_ptr<const SparseEncoder>> sparse;
  std::vector<std::shared_ptr<const DenseEncoder>> dense;
  std::vector<Field> fields;

  BuildModels(const BuildOptions& options, ModelProvider& models) {
    if (!options.analyzer.empty()) {
      analyzer = std::make_unique<Analyzer>(options.analyzer);
      Field field;
      field.identity = analyzer->line();
      fields.push_back(std::move(field));
    }
    for (const std::string& model : options.sparse_models) {
      sparse.push_back(models.sparse_encoder(model));
      fields.push_back(field_of(FieldKind::sparse, model, *sparse.back(), sparse.back()->vocabulary_size()));
      fields.back().quantized = options.quantize_sparse;
    }
    for (const std::string& model : options.dense_models) {
      dense.push_back(models.dense_encoder(model));
      fields.push_back(field_of(FieldKind::dense, model, *dense.back(), dense.back()->dimension()));
    }
  }

  std::size_t step_count() const noexcept { return 1 + sparse.size() + dense.size(); }
};

/// Counts the steps of all windows as documents: one document done has gone through every step.
class BuildProgress {
 public:
  BuildProgress(const Progress& progress, std::size_t expected, std::size_t steps)
      : progress_(progress), expected_(expected), steps_(steps) {}

  /// A callback for one step of the current window.
  Progress step() {
    if (!progress_) return {};
    return [this](std::size_t done, std::size_t) { report(done); };
  }
  void end_step(std::size_t documents) {
    finished_ += documents;
    report(0);
  }

 private:
  void report(std::size_t in_step) const {
    if (progress_) progress_((finished_ + in_step) / steps_, expected_);
  }

  const Progress& progress_;
  std::size_t expected_;
  std::size_t steps_;
  std::size_t finished_ = 0;
};

/// One build while it runs.
class Build {
 public:
  Build(IndexBuilder& builder, const BuildModels& models, const BuildOptions& options,
        const Progress& progress)
      : builder_(builder),
        models_(models),
        pool_(options.threads),
        progress_(progress, options.expected_documents, models.step_count()) {}

  void add_window(std::span<const Document> documents) {
    add_documents(documents);
    progress_.end_step(documents.size());
    std::vector<std::string> texts;
    texts.reserve(documents.size());
    for (const Document& document : documents) texts.push_back(full_text(document));
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    for (const auto& encoder : models_.sparse) encode_sparse(*encoder, views);
    for (const auto& encoder : models_.dense) encode_dense(*encoder, views);
    report_.document_count += documents.size();
    report_.unit_count += documents.size();
  }

  BuildReport finish() {
    {
      const StageClock clock(report_, "write");
      builder_.commit();
    }
    return std::move(report_);
  }

 private:
  void add_documents(std::span<const Document> documents) {
    std::vector<TermList> lists(documents.size());
    if (models_.analyzer) {
      const StageClock clock(report_, "analysis");
      analyze_documents(*models_.analyzer, documents, lists, pool_);
    }
    const StageClock clock(report_, "write");
    for (std::size_t i = 0; i < documents.size(); ++i) builder_.add(documents[i], lists[i].terms());
  }

  void encode_sparse(const SparseEncoder& encoder, std::span<const std::string_view> texts) {
    const std::string leg = "sparse:" + encoder.info().name;
    const StageClock clock(report_, leg);
    for (const SparseVector& vector : encoder.encode(texts, TextRole::passage, progress_.step())) {
      builder_.add_sparse(leg, vector);
    }
    progress_.end_step(texts.size());
  }

  void encode_dense(const DenseEncoder& encoder, std::span<const std::string_view> texts) {
    const std::string leg = "dense:" + encoder.info().name;
    const StageClock clock(report_, leg);
    std::vector<float> rows(texts.size() * encoder.dimension());
    encoder.encode(texts, TextRole::passage, rows, progress_.step());
    builder_.add_dense(leg, rows);
    progress_.end_step(texts.size());
  }

  IndexBuilder& builder_;
  const BuildModels& models_;
  ThreadPool pool_;
  BuildProgress progress_;
  BuildReport report_;
};

void require_distinct(const char* what, const std::vector<std::string>& names) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty()) throw Error(ErrorCode::invalid_argument, std::string(what) + ": a model name is empty");
    if (!seen.insert(name).second) {
      throw Error(ErrorCode::invalid_argument, std::string(what) + ": " + quote(name) + " stands twice");
    }
  }
}

}  // namespace

void BuildOptions::validate() const {
  require_distinct("sparse models", sparse_models);
  require_distinct("dense models", dense_models);
  if (analyzer.empty() && sparse_models.empty() && dense_models.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "an index needs at least one leg: an analyzer, a sparse or a dense model");
  }
}

BuildReport build_index(const std::string& folder, const DocumentSource& documents,
                        const BuildOptions& options, ModelProvider& models, const Progress& progress) {
  options.validate();
  const BuildModels build_models(options, models);
  IndexBuilder builder(folder,
                       {.fields = build_models.fields,
                        .existing = options.replace ? ExistingIndex::replace : ExistingIndex::refuse});
  Build build(builder, build_models, options, progress);
  std::vector<Document> window;
  while (auto document = documents()) {
    window.push_back(std::move(*document));
    if (window.size() < kWindow) continue;
    build.add_window(window);
    window.clear();
  }
  if (!window.empty()) build.add_window(window);
  return build.finish();
}

}  // namespace marrow
