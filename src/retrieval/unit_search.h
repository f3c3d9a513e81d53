#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/parallel.h"
#include "index/unit_table.h"
#include "marrow/types.h"
#include "pooling/max_pool.h"
#include "retrieval/score_window.h"

/// What the legs share.
namespace marrow {

/// Throws invalid_argument when `depth` is 0.
void require_depth(std::size_t depth);

/// Throws not_found naming the leg and the hit.
[[noreturn]] void throw_no_such_unit(std::string_view leg, const Hit& hit);

/// One ScoreWindow a worker, made when the worker first asks.
class WorkerWindows {
 public:
  explicit WorkerWindows(std::size_t workers) : windows_(workers) {}
  ScoreWindow& operator[](std::size_t worker) {
    auto& window = windows_[worker];
    if (!window) window = std::make_unique<ScoreWindow>();
    return *window;
  }

 private:
  std::vector<std::unique_ptr<ScoreWindow>> windows_;
};

/// Offers a unit's score to the leg's top-k. Throws invalid_argument when the score is not finite,
/// which only a query of enormous weights brings about.
void offer_unit(PooledTopK& best, const UnitTable& units, DocId unit, double score);

/// The unit that a hit stands for, when the segment holds it. O(log documents) when units stand by
/// document, else O(units).
std::optional<DocId> find_unit(const UnitTable& units, const Hit& hit);

/// Calls body(query, worker) for each of `count` queries on the pool, and `progress` on the caller's
/// thread now and then.
void for_each_query(ThreadPool& pool, std::size_t count, const Progress& progress,
                    const std::function<void(std::size_t query, std::size_t worker)>& body);

}  // namespace marrow
