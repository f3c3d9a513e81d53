#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/bench.h"
#include "marrow/engine.h"

namespace marrow {

/// One leg over a whole collection: an engine that has it, and what building it took.
struct BenchLeg {
  std::shared_ptr<const Engine> engine;
  std::string name;  ///< in that engine, for example "dense:all-MiniLM-L6-v2"
  double build_seconds = 0.0;
  double build_cpu_seconds = 0.0;
  bool reused = false;
};

/// Finds or builds the legs of a bench by kind ("bm25", "sparse", "dense").
/// Sequences count the collection's documents from the first, so hits of different legs' indexes name
/// the same documents. Thread safety: none.
class BenchLegs {
 public:
  BenchLegs(const BenchCollection& collection, const BenchOptions& options,
            std::shared_ptr<ModelProvider> models, const ProgressFactory& progress);

  /// Throws what building and opening throw.
  const BenchLeg& find_or_build(const std::string& kind);

 private:
  std::shared_ptr<const Engine> open(const std::string& folder) const;
  bool leg_in_given_index(const std::string& kind, BenchLeg& leg);
  BenchLeg build(const std::string& kind);
  std::string cache_key(const std::string& kind) const;
  std::string model_of(const std::string& kind) const;

  const BenchCollection& collection_;
  const BenchOptions& options_;
  std::shared_ptr<ModelProvider> models_;
  const ProgressFactory& progress_;
  std::shared_ptr<const Engine> given_;
  std::map<std::string, BenchLeg> legs_;
};

}  // namespace marrow
