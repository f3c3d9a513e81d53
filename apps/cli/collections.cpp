#include "collections.h"

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "corpus/beir.h"
#include "corpus/collection.h"
#include "corpus/datasets.h"
#include "corpus/jsonl.h"
#include "environment.h"
#include "io/line_reader.h"
#include "marrow/error.h"
#include "output.h"
#include "reopenable.h"
#include "search_options.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

/// A reader as a source that the engine pulls from; `limit` documents at most, 0 for all.
DocumentSource source_of(DocumentReader reader, std::size_t limit = 0) {
  auto shared = std::make_shared<DocumentReader>(std::move(reader));
  return [shared, limit, given = std::size_t{0}]() mutable -> std::optional<Document> {
    check_interrupted();
    if (limit > 0 && given == limit) return std::nullopt;
    ++given;
    return shared->next();
  };
}

/// The figures that a known data set's descriptor has.
std::map<std::string, PublishedFigure, std::less<>> published_figures(const DatasetDescriptor& dataset) {
  std::map<std::string, PublishedFigure, std::less<>> figures;
  for (const DatasetFigure& figure : dataset.figures) {
    figures.emplace(figure.system, PublishedFigure{figure.ndcg_at_10(), std::string(figure.statement)});
  }
  return figures;
}

/// Keeps the first `limit` judged queries and their judgements.
void keep_queries(BenchCollection& bench, std::size_t limit) {
  if (limit == 0 || bench.judged_queries.size() <= limit) return;
  bench.judged_queries.resize(limit);
  Qrels kept;
  for (const Query& query : bench.judged_queries) kept.insert(bench.qrels.extract(query.external_id));
  bench.qrels = std::move(kept);
}

}  // namespace

fs::path data_folder_of(const std::string& option) {
  if (!option.empty()) return option;
  if (const std::string given = environment("MARROW_DATA"); !given.empty()) return given;
  return fs::path(user_cache_folder()) / "data";
}

InputCollection open_input(const std::string& path) {
  if (path != "-" && fs::is_directory(path)) {
    auto collection = std::make_shared<const Collection>(Collection::open(path));
    return {.open_documents = [collection] { return source_of(collection->documents()); },
            .expected_documents = 0};
  }
  auto file = std::make_shared<const Reopenable>(path);
  const bool jsonl = file->first_line().find("\"doc_id\"") != std::string::npos;
  return {
      .open_documents =
          [file, jsonl] {
            return source_of(jsonl ? read_jsonl_documents(file->open()) : read_beir_documents(file->open()));
          },
      .expected_documents = 0};
}

std::vector<Query> read_queries(const std::string& path) {
  const Reopenable file(path);
  return file.first_line().find("\"query_id\"") != std::string::npos ? read_jsonl_queries(file.open())
                                                                     : read_beir_queries(file.open());
}

BenchCollection open_bench_collection(const std::string& name_or_folder, const BenchInput& input) {
  const auto collection = std::make_shared<const Collection>(
      open_collection(name_or_folder, data_folder_of(input.data_folder), input.split));
  BenchCollection bench;
  bench.name = collection->name();
  bench.split = collection->split();
  bench.data_hash = collection->data_hash();
  if (input.max_corpus > 0) bench.data_hash += " first " + std::to_string(input.max_corpus);
  bench.open_documents = [collection, limit = input.max_corpus] {
    return source_of(collection->documents(), limit);
  };
  bench.qrels = collection->qrels();
  bench.judged_queries = judged_queries(collection->queries(), bench.qrels);
  keep_queries(bench, input.max_queries);
  const DatasetDescriptor* const known = find_dataset(bench.name);
  if (known == nullptr) return bench;
  bench.exclude_self = known->exclude_self;
  bench.expected_documents = input.max_corpus > 0 ? input.max_corpus : known->documents;
  // Figures are published for whole sets and their test splits.
  const bool as_published = input.max_corpus == 0 && input.max_queries == 0 && bench.split == "test";
  if (as_published) bench.published = published_figures(*known);
  return bench;
}

}  // namespace marrow::cli
