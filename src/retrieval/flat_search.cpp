#include "retrieval/flat_search.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/number_text.h"
#include "core/simd.h"
#include "marrow/error.h"
#include "pooling/max_pool.h"
#include "retrieval/unit_search.h"

namespace marrow {
namespace {

/// Queries that share one pass over the vectors.
constexpr std::size_t kQueriesPerBlock = 16;
/// Queries between two calls of the progress function.
constexpr std::size_t kQueriesPerReport = 256;
/// Fewer rows than this are not worth a worker of their own.
constexpr std::size_t kRowsPerRange = 2048;
/// Floats of a tile: 128 KiB, so that it stays in a core's cache while query after query reads it.
constexpr std::size_t kTileFloats = 32768;

/// Rows of one part of the field that one task scores.
struct RowRange {
  const DensePart* part;
  std::size_t begin;
  std::size_t end;
};

/// All rows of the field: each part in up to `most` ranges of equal size.
std::vector<RowRange> ranges_of(const DenseField& field, std::size_t most) {
  std::vector<RowRange> ranges;
  for (const DensePart& part : field.parts) {
    const std::size_t rows = part.vectors.rows();
    const std::size_t count = std::clamp<std::size_t>(rows / kRowsPerRange, 1, most);
    for (std::size_t i = 0; i < count; ++i) {
      ranges.push_back({&part, rows * i / count, rows * (i + 1) / count});
    }
  }
  return ranges;
}

/// Scores a range's rows for a few queries. best[i] belongs to the i-th of `queries`.
void score_range(const RowRange& range, std::span<const float> queries, std::span<PooledTopK> best) {
  const FlatVectorsView& vectors = range.part->vectors;
  const std::size_t dimension = vectors.dimension();
  const std::size_t tile_rows = std::max<std::size_t>(1, kTileFloats / vectors.stride());
  std::vector<float> scores(tile_rows);
  for (std::size_t first = range.begin; first < range.end; first += tile_rows) {
    const std::size_t count = std::min(tile_rows, range.end - first);
    const auto tile = vectors.rows(first, count);
    for (std::size_t query = 0; query < best.size(); ++query) {
      const std::span<float> out(scores.data(), count);
      simd_kernels().inner_products(tile, vectors.stride(), queries.subspan(query * dimension, dimension),
                                    out);
      for (std::size_t row = 0; row < count; ++row) {
        if (out[row] < best[query].threshold()) continue;
        offer_unit(best[query], range.part->units, DocId(static_cast<std::uint32_t>(first + row)), out[row]);
      }
    }
  }
}

/// A few queries over all rows: tasks are (block of queries, range of rows).
void search_some(const DenseField& field, std::span<const float> queries, std::size_t depth, ThreadPool& pool,
                 std::span<std::vector<Hit>> results) {
  const std::size_t dimension = field.dimension;
  const std::size_t blocks = (results.size() + kQueriesPerBlock - 1) / kQueriesPerBlock;
  const auto ranges = ranges_of(field, (pool.threads() + blocks - 1) / blocks);
  std::vector<std::vector<Hit>> parts(results.size() * ranges.size());
  pool.for_each(blocks * ranges.size(), [&](std::size_t task, std::size_t) {
    const std::size_t range = task % ranges.size();
    const std::size_t first = task / ranges.size() * kQueriesPerBlock;
    const std::size_t count = std::min(kQueriesPerBlock, results.size() - first);
    std::vector<PooledTopK> best(count, PooledTopK(depth));
    score_range(ranges[range], queries.subspan(first * dimension, count * dimension), best);
    for (std::size_t i = 0; i < count; ++i)
      parts[(first + i) * ranges.size() + range] = std::move(best[i]).take();
  });
  for (std::size_t query = 0; query < results.size(); ++query) {
    std::vector<Hit> all;
    for (std::size_t range = 0; range < ranges.size(); ++range) {
      const auto& part = parts[query * ranges.size() + range];
      all.insert(all.end(), part.begin(), part.end());
    }
    results[query] = max_pool(std::move(all), depth);
  }
}

}  // namespace

void check_dense_queries(std::span<const float> queries, std::size_t dimension, std::string_view what) {
  const auto refuse = [&](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, std::string(what) + ": " + message);
  };
  if (dimension == 0 || queries.size() % dimension != 0) {
    refuse(std::to_string(queries.size()) + " floats are no whole number of vectors of " +
           std::to_string(dimension));
  }
  for (std::size_t row = 0; row * dimension < queries.size(); ++row) {
    bool all_zero = true;
    for (std::size_t i = 0; i < dimension; ++i) {
      const float value = queries[row * dimension + i];
      if (!std::isfinite(value)) {
        refuse("query " + std::to_string(row) + ": value " + std::to_string(i) + " is " + number_text(value) +
               "; it must be finite");
      }
      if (value != 0.0F) all_zero = false;
    }
    if (all_zero) refuse("query " + std::to_string(row) + ": the vector is all zeros, which is near nothing");
  }
}

std::vector<std::vector<Hit>> search_flat(const DenseField& field, std::span<const float> queries,
                                          std::size_t depth, ThreadPool& pool, const Progress& progress) {
  const std::size_t count = queries.size() / field.dimension;
  std::vector<std::vector<Hit>> results(count);
  for (std::size_t first = 0; first < count; first += kQueriesPerReport) {
    const std::size_t size = std::min(kQueriesPerReport, count - first);
    search_some(field, queries.subspan(first * field.dimension, size * field.dimension), depth, pool,
                std::span(results).subspan(first, size));
    if (progress) progress(first + size, count);
  }
  return results;
}

}  // namespace marrow
