#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/types.h"

namespace marrow {

/// How a score came about, as a tree: `what` says in words what `value` is and how the parts make it
/// ("sum of", "product of"); a leaf has none.
struct Explanation {
  std::string what;
  double value = 0.0;
  std::vector<Explanation> parts;
};

/// One way of finding documents: a leg. Query text in, ranked documents out.
///
/// Contract: at most `depth` hits, in the order of ranks_before, distinct documents, finite scores;
/// fewer only when fewer match. The result depends on neither the thread count nor the other queries.
/// Thread safety: const members may run on several threads at once.
class Retriever {
 public:
  virtual ~Retriever() = default;

  /// The leg's name as in `--legs`, for example "bm25" or "dense:bge-small-en-v1.5".
  virtual const std::string& name() const noexcept = 0;

  /// The `depth` best documents for one query. Throws invalid_argument when depth is 0.
  std::vector<Hit> search(std::string_view query, std::size_t depth) const;

  /// One list a query, in the order of `queries`; equal to search() of each.
  std::vector<std::vector<Hit>> search_all(std::span<const std::string_view> queries, std::size_t depth,
                                           const Progress& progress = {}) const;

  /// The arithmetic behind the score that this leg gives a unit of a document (`hit`'s; its own score is
  /// not read). The root's value, rounded to float, is the score search() gives the unit; 0 when the
  /// unit does not match. Throws not_found when the leg has no such unit.
  Explanation explain(std::string_view query, const Hit& hit) const;

 private:
  virtual std::vector<std::vector<Hit>> do_search_all(std::span<const std::string_view> queries,
                                                      std::size_t depth, const Progress& progress) const = 0;
  /// By default the leg's name and the hit's score: a leg whose arithmetic is elsewhere.
  virtual Explanation do_explain(std::string_view query, const Hit& hit) const;
};

}  // namespace marrow
