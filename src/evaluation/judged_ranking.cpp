#include "evaluation/judged_ranking.h"

#include <algorithm>
#include <functional>

namespace marrow {

JudgementCounts count_judgements(std::span<const int> grades, int relevance_level) {
  std::vector<int> judged;
  judged.reserve(grades.size());
  std::copy_if(grades.begin(), grades.end(), std::back_inserter(judged),
               [](int grade) { return grade >= 0; });
  std::sort(judged.begin(), judged.end(), std::greater<>());

  JudgementCounts counts;
  for (const int grade : judged) {
    if (counts.levels.empty() || counts.levels.back().grade != grade) counts.levels.push_back({grade, 0});
    ++counts.levels.back().count;
    ++(grade >= relevance_level ? counts.relevant : counts.nonrelevant);
  }
  return counts;
}

std::size_t JudgedRanking::relevant_within(std::size_t depth) const noexcept {
  const std::span<const int> first = grades.first(std::min(depth, grades.size()));
  return static_cast<std::size_t>(
      std::count_if(first.begin(), first.end(), [&](int grade) { return grade >= relevance_level; }));
}

}  // namespace marrow
