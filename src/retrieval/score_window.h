#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/check.h"
#include "marrow/types.h"

namespace marrow {

/// Running scores of kUnits consecutive units: few enough to stay in cache while list after list is
/// added, whatever the size of the collection. Thread safety: none; one a worker.
class ScoreWindow {
 public:
  static constexpr std::size_t kUnits = 8192;

  ScoreWindow() : scores_(kUnits, 0.0) {}

  /// Adds to the score of the unit at `place` of the window.
  void add(std::size_t place, double share) noexcept {
    MARROW_ASSERT(place < kUnits);
    scores_[place] += share;
    touched_[place / 64] |= std::uint64_t{1} << (place % 64);
  }

  /// Calls visit(place, score) for each unit that was added to, by ascending place, and forgets it.
  template <class Visit>
  void drain(Visit visit) {
    for (std::size_t word = 0; word < touched_.size(); ++word) {
      for (std::uint64_t left = std::exchange(touched_[word], 0); left != 0; left &= left - 1) {
        const std::size_t place = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
        visit(place, std::exchange(scores_[place], 0.0));
      }
    }
  }

 private:
  std::vector<double> scores_;
  std::array<std::uint64_t, kUnits / 64> touched_{};
};

/// The lowest unit that the lists hold from their places `next` on; SIZE_MAX when there is none.
template <class List>
std::size_t lowest_unit(std::span<const List> lists, std::span<const std::size_t> next) {
  std::size_t lowest = SIZE_MAX;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (next[i] < lists[i].docs.size()) lowest = std::min(lowest, index_of(lists[i].docs[next[i]]));
  }
  return lowest;
}

/// Adds the postings of a list from place `at` on to the window that begins with unit `first`. Returns
/// the place of the first posting beyond it.
template <class List>
std::size_t add_list(const List& list, std::size_t at, std::size_t first, ScoreWindow& window) {
  for (; at < list.docs.size(); ++at) {
    const std::size_t place = index_of(list.docs[at]) - first;  // below `first` wraps to a huge place
    if (place >= ScoreWindow::kUnits) break;
    window.add(place, list.share(at));
  }
  return at;
}

/// Scores every unit that a query's posting lists hold: exhaustive, term at a time within a window.
///
/// A list has `docs`, a span of strictly ascending DocIds, and `share(i)`, what posting i adds to its
/// unit. A unit's shares are added in double in the order of `lists`, so its score depends on the query
/// and the unit only. Calls visit(unit, score) once for each unit, by ascending DocId. A list whose docs
/// do not ascend, as a forged index could hold, is walked in bounds; its units may then come twice.
/// O(postings + windows with a posting); `window` must be as drain() leaves it.
template <class List, class Visit>
void score_units(std::span<const List> lists, ScoreWindow& window, Visit visit) {
  std::vector<std::size_t> next(lists.size(), 0);
  std::size_t first = lowest_unit<List>(lists, next);
  for (; first != SIZE_MAX; first = lowest_unit<List>(lists, next)) {
    for (std::size_t i = 0; i < lists.size(); ++i) next[i] = add_list(lists[i], next[i], first, window);
    window.drain([&](std::size_t place, double score) {
      visit(DocId(static_cast<std::uint32_t>(first + place)), score);
    });
  }
}

}  // namespace marrow
