#pragma once

#include <string>

#include "experiments/bench.h"
#include "io/json.h"

namespace marrow {

/// What all rows of one bench share.
struct BenchContext {
  std::string data_hash;
  std::string split;
  std::size_t threads = 1;
  bool truncated = false;  ///< fewer documents or queries than the collection has: not comparable
};

/// One row: measures, costs, and all that the numbers depend on.
Json stage_json(const StageResult& result, const BenchContext& context);

/// {"version", "config", "results": [one object a row]}: the shape of every measured result of Marrow.
/// `config_yaml` is the whole configuration.
Json bench_json(const std::string& config_yaml, Json rows);

}  // namespace marrow
