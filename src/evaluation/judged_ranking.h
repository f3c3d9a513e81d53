#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "marrow/evaluation.h"

namespace marrow {

/// Stands in a ranking for a document that the judgements do not name.
inline constexpr int kNotPooled = -1;
/// Stands in a ranking for a document whose grade is negative: pooled, yet not judged.
inline constexpr int kPooledUnjudged = -2;

/// How many judged documents have this grade.
struct GradeCount {
  int grade;
  std::size_t count;
};

/// What the measures need to know of a query's judgements.
struct JudgementCounts {
  std::vector<GradeCount> levels;  ///< grades >= 0 that occur, the best first
  std::size_t relevant = 0;        ///< judged documents with a grade of at least the relevance level
  std::size_t nonrelevant = 0;     ///< judged documents with a grade from 0 to below it
};

/// `grades` as they stand in the judgements; negative ones are counted nowhere.
JudgementCounts count_judgements(std::span<const int> grades, int relevance_level);

/// One query's answer as the measures see it: grades in the order of the ranking. A view.
struct JudgedRanking {
  std::span<const int> grades;  ///< best document first; >= 0, kNotPooled or kPooledUnjudged
  const JudgementCounts& judgements;
  int relevance_level = 1;
  TrecEvalVersion version = TrecEvalVersion::v9;

  std::size_t hit_count() const noexcept { return grades.size(); }
  /// `index` counts from 0.
  bool is_relevant(std::size_t index) const noexcept { return grades[index] >= relevance_level; }
  bool is_judged(std::size_t index) const noexcept { return grades[index] >= 0; }
  /// Relevant documents among the first `depth`, or among all when there are fewer.
  std::size_t relevant_within(std::size_t depth) const noexcept;
  std::size_t relevant_retrieved() const noexcept { return relevant_within(hit_count()); }
};

}  // namespace marrow
