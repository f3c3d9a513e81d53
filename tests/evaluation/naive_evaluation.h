#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "marrow/evaluation.h"

/// The measures' definitions written down as plainly as they can be, for small inputs.
namespace marrow::test {

class NaiveQuery {
 public:
  NaiveQuery(const Qrels& qrels, const Run& run, const std::string& query) {
    if (const auto found = qrels.find(query); found != qrels.end()) grades_ = found->second;
    if (const auto found = run.find(query); found != run.end()) {
      std::vector<ScoredDocument> hits = found->second;
      std::sort(hits.begin(), hits.end(), [](const ScoredDocument& a, const ScoredDocument& b) {
        if (a.score > b.score) return true;
        if (a.score < b.score) return false;
        return a.external_id > b.external_id;
      });
      for (const ScoredDocument& hit : hits) ranking_.push_back(hit.external_id);
    }
  }

  const std::vector<std::string>& ranking() const { return ranking_; }

  double ndcg(std::size_t k, bool exponential) const {
    std::vector<double> gains;
    for (const std::string& document : first(k)) gains.push_back(gain(grade(document), exponential));
    std::vector<double> ideal;
    for (const auto& [document, grade] : grades_) ideal.push_back(gain(grade, exponential));
    std::sort(ideal.rbegin(), ideal.rend());
    ideal.resize(std::min(k, ideal.size()));
    const double best = discounted(ideal);
    return best > 0.0 ? discounted(gains) / best : 0.0;
  }

  double precision(std::size_t k) const { return relevant_within(k) / static_cast<double>(k); }
  double recall(std::size_t k) const { return relevant() > 0.0 ? relevant_within(k) / relevant() : 0.0; }
  double success(std::size_t k) const { return relevant_within(k) > 0.0 ? 1.0 : 0.0; }
  double r_precision() const { return recall(static_cast<std::size_t>(relevant())); }

  double reciprocal_rank(std::size_t k) const {
    for (std::size_t rank = 1; rank <= std::min(k, ranking_.size()); ++rank) {
      if (relevant_within(rank) > 0.0) return 1.0 / static_cast<double>(rank);
    }
    return 0.0;
  }

  double average_precision(std::size_t k) const {
    double sum = 0.0;
    for (std::size_t rank = 1; rank <= std::min(k, ranking_.size()); ++rank) {
      if (grade(ranking_[rank - 1]) >= 1) sum += precision(rank);
    }
    return relevant() > 0.0 ? sum / relevant() : 0.0;
  }

  double judged(std::size_t k) const {
    double count = 0.0;
    for (const std::string& document : first(k)) {
      const auto found = grades_.find(document);
      if (found != grades_.end() && found->second >= 0) count += 1.0;
    }
    return first(k).empty() ? 0.0 : count / static_cast<double>(first(k).size());
  }

 private:
  static double gain(int grade, bool exponential) {
    if (grade <= 0) return 0.0;
    return exponential ? std::pow(2.0, grade) - 1.0 : grade;
  }

  static double discounted(const std::vector<double>& gains) {
    double sum = 0.0;
    for (std::size_t i = 0; i < gains.size(); ++i) sum += gains[i] / std::log2(static_cast<double>(i) + 2.0);
    return sum;
  }

  std::vector<std::string> first(std::size_t k) const {
    return {ranking_.begin(), ranking_.begin() + static_cast<std::ptrdiff_t>(std::min(k, ranking_.size()))};
  }

  int grade(const std::string& document) const {
    const auto found = grades_.find(document);
    return found == grades_.end() ? 0 : found->second;
  }

  double relevant() const {
    double count = 0.0;
    for (const auto& [document, grade] : grades_) count += grade >= 1 ? 1.0 : 0.0;
    return count;
  }

  double relevant_within(std::size_t k) const {
    double count = 0.0;
    for (const std::string& document : first(k)) count += grade(document) >= 1 ? 1.0 : 0.0;
    return count;
  }

  Grades grades_;
  std::vector<std::string> ranking_;
};

}  // namespace marrow::test
