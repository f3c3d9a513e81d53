#include "retrieval/unit_search.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/number_text.h"
#include "marrow/error.h"

namespace marrow {
namespace {

/// Queries a worker answers between two calls of the progress function.
constexpr std::size_t kQueriesPerReport = 32;

}  // namespace

void require_depth(std::size_t depth) {
  if (depth == 0) throw Error(ErrorCode::invalid_argument, "search: depth must be at least 1, got 0");
}

void throw_no_such_unit(std::string_view leg, const Hit& hit) {
  throw Error(ErrorCode::not_found, std::string(leg) + ": no unit " + std::to_string(hit.unit) +
                                        " of document " + std::to_string(value_of(hit.document)));
}

void offer_unit(PooledTopK& best, const UnitTable& units, DocId unit, double score) {
  const auto rounded = static_cast<float>(score);
  if (rounded < best.threshold()) return;  // not-a-number goes on to the check
  if (!std::isfinite(rounded)) {
    throw Error(ErrorCode::invalid_argument,
                "search: the query gives document " + std::to_string(value_of(units.sequence(unit))) +
                    " the score " + number_text(rounded) + "; its weights are too large");
  }
  best.offer(units.hit(unit, rounded));
}

std::optional<DocId> find_unit(const UnitTable& units, const Hit& hit) {
  const auto row = units.find(hit.document);
  if (!row) return std::nullopt;
  const auto is_it = [&](std::size_t unit) {
    const DocId id{static_cast<std::uint32_t>(unit)};
    return units.document(id) == *row && units.ordinal(id) == hit.unit;
  };
  if (index_of(*row) < units.unit_count() && is_it(index_of(*row))) return DocId(index_of(*row));
  for (std::size_t unit = 0; unit < units.unit_count(); ++unit) {
    if (is_it(unit)) return DocId(static_cast<std::uint32_t>(unit));
  }
  return std::nullopt;
}

void for_each_query(ThreadPool& pool, std::size_t count, const Progress& progress,
                    const std::function<void(std::size_t query, std::size_t worker)>& body) {
  const std::size_t block = progress ? pool.threads() * kQueriesPerReport : count;
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t size = std::min(block, count - begin);
    pool.for_each(size, [&](std::size_t i, std::size_t worker) { body(begin + i, worker); });
    if (progress) progress(begin + size, count);
  }
}

}  // namespace marrow
