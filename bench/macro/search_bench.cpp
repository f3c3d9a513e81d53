// search_bench COLLECTION WORK_FOLDER
//
// BM25 over one collection: CPU seconds to index it, milliseconds to open the index, CPU milliseconds a
// query at depth 100 on one thread; and exact dense search over random unit vectors of the same count
// (width 384). Medians of 5 with their spread, a memory copy of the vectors beside them. Prints JSON.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/build_info.h"
#include "core/simd.h"
#include "corpus/collection.h"
#include "engine/local_models.h"
#include "io/json.h"
#include "marrow/engine.h"

namespace {

using marrow::Json;
constexpr int kRuns = 5;
constexpr std::size_t kDepth = 100;
constexpr std::size_t kWidth = 384;

/// A provider that must not be asked: BM25 needs no model.
class NoModels final : public marrow::ModelProvider {
 public:
  std::shared_ptr<const marrow::DenseEncoder> dense_encoder(const std::string&) override { return encoder_; }
  std::shared_ptr<const marrow::SparseEncoder> sparse_encoder(const std::string&) override { return nullptr; }
  std::shared_ptr<const marrow::PairScorer> pair_scorer(const std::string&) override { return nullptr; }

  std::shared_ptr<const marrow::DenseEncoder> encoder_;
};

/// An encoder whose vectors are random and cost next to nothing, so that what is measured is the search.
class RandomVectors final : public marrow::DenseEncoder {
 public:
  RandomVectors() { info_.name = info_.identity = "random"; }
  std::size_t dimension() const noexcept override { return kWidth; }
  const marrow::EncoderInfo& info() const noexcept override { return info_; }

 private:
  void do_encode(std::span<const std::string_view> texts, marrow::TextRole, std::span<float> out,
                 const marrow::Progress&) const override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::minstd_rand random(static_cast<unsigned>(std::hash<std::string_view>()(texts[i])));
      const auto row = out.subspan(i * kWidth, kWidth);
      double squares = 0.0;
      for (float& value : row) {
        value = static_cast<float>(random() % 2001) / 1000.0F - 1.0F;
        squares += static_cast<double>(value) * static_cast<double>(value);
      }
      for (float& value : row) value = static_cast<float>(static_cast<double>(value) / std::sqrt(squares));
    }
  }

  marrow::EncoderInfo info_;
};

Json median_of_five(const std::function<double()>& measure) {
  std::vector<double> values;
  for (int run = 0; run < kRuns; ++run) values.push_back(measure());
  std::sort(values.begin(), values.end());
  return {{"median", values[kRuns / 2]}, {"smallest", values.front()}, {"largest", values.back()}};
}

double cpu_seconds_of(const std::function<void()>& work) {
  const double start = marrow::process_cpu_seconds();
  work();
  return marrow::process_cpu_seconds() - start;
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

marrow::DocumentSource documents_of(const marrow::Collection& collection) {
  auto reader = std::make_shared<marrow::DocumentReader>(collection.documents());
  return [reader] { return reader->next(); };
}

double query_ms(const marrow::Engine& engine, const char* leg, const std::vector<marrow::Query>& queries) {
  std::vector<std::string_view> texts;
  for (const auto& query : queries) texts.push_back(query.text);
  const auto& retriever = engine.leg(leg);
  const double cpu = cpu_seconds_of([&] {
    for (const auto text : texts) (void)retriever.search(text, kDepth);
  });
  return 1000.0 * cpu / static_cast<double>(texts.size());
}

double copy_ms(std::size_t vectors) {
  const std::vector<float> from(vectors * kWidth, 1.0F);
  std::vector<float> to(from.size());
  return 1000.0 * cpu_seconds_of([&] { std::memcpy(to.data(), from.data(), from.size() * sizeof(float)); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: search_bench COLLECTION WORK_FOLDER\n", stderr);
    return 2;
  }
  const auto collection = marrow::Collection::open(argv[1]);
  const std::string folder = std::string(argv[2]) + "/search_bench";
  auto models = std::make_shared<NoModels>();
  const auto build = [&](bool dense) {
    std::filesystem::remove_all(folder);
    marrow::BuildOptions options;
    options.threads = 1;
    if (dense) options.dense_models = {"random"};
    (void)build_index(folder, documents_of(collection), options, *models);
  };
  Json result;
  result["index_cpu_seconds"] = median_of_five([&] { return cpu_seconds_of([&] { build(false); }); });
  models->encoder_ = std::make_shared<RandomVectors>();
  build(true);
  const auto open = [&] {
    return marrow::Engine::open(folder, {.threads = 1, .bm25 = {}, .models = models});
  };
  result["open_ms"] = median_of_five([&] { return 1000.0 * seconds_of([&] { (void)open(); }); });
  const auto engine = open();
  const auto queries = judged_queries(collection.queries(), collection.qrels());
  (void)query_ms(engine, "bm25", queries);
  (void)query_ms(engine, "dense", queries);
  result["bm25_query_cpu_ms"] = median_of_five([&] { return query_ms(engine, "bm25", queries); });
  result["dense_query_cpu_ms"] = median_of_five([&] { return query_ms(engine, "dense", queries); });
  result["copy_of_all_vectors_cpu_ms"] = median_of_five([&] { return copy_ms(engine.document_count()); });
  result["documents"] = engine.document_count();
  result["queries"] = queries.size();
  result["machine"] = marrow::machine_description();
  result["commit"] = marrow::build_commit();
  std::filesystem::remove_all(folder);
  std::puts(marrow::to_text(result, 1).c_str());
}
