#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_set>

#include "core/number_text.h"
#include "fusion/reciprocal_rank_fusion.h"
#include "fusion/score_normalization.h"
#include "fusion/weighted_sum.h"
#include "marrow/error.h"
#include "marrow/fusion.h"

namespace marrow {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, "fuse: " + message);
}

/// The documents of a list at their best rank, each once. Throws unless the list is best first.
std::vector<Hit> distinct(std::span<const Hit> list, std::size_t list_number) {
  std::vector<Hit> kept;
  kept.reserve(list.size());
  std::unordered_set<Sequence> seen;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto place = [&] {
      return "list " + std::to_string(list_number) + ", rank " + std::to_string(i + 1);
    };
    if (!std::isfinite(list[i].score)) {
      refuse(place() + ": the score must be finite, got " + number_text(list[i].score));
    }
    if (i > 0 && list[i].score > list[i - 1].score) {
      refuse(place() + ": the score " + number_text(list[i].score) + " is above that of the rank before, " +
             number_text(list[i - 1].score) + "; a list must be best first");
    }
    if (seen.insert(list[i].document).second) kept.push_back(list[i]);
  }
  return kept;
}

/// The lists that count, with what each hit is worth. `places[i]` is the place in the caller's lists.
struct Prepared {
  std::vector<WeightedList> lists;
  std::vector<std::size_t> places;
};

std::vector<double> values_of(std::span<const Hit> hits, const FusionOptions& options) {
  return options.method == FusionMethod::linear ? min_max_normalized(hits, options.floor)
                                                : reciprocal_ranks(hits.size(), options.rrf_k);
}

std::vector<double> scores_of(std::span<const Hit> hits) {
  std::vector<double> scores;
  scores.reserve(hits.size());
  for (const Hit& hit : hits) scores.push_back(hit.score);
  return scores;
}

Prepared prepare(std::span<const std::vector<Hit>> lists, const FusionOptions& options) {
  options.validate(lists.size());
  Prepared prepared;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    auto hits = distinct(lists[i], i + 1);
    const double weight = options.weights.empty() ? 1.0 : options.weights[i];
    if (weight == 0.0) continue;
    auto values = values_of(hits, options);
    prepared.lists.push_back({std::move(hits), std::move(values), weight});
    prepared.places.push_back(i);
  }
  if (prepared.lists.size() == 1) {  // passes through
    prepared.lists[0].values = scores_of(prepared.lists[0].hits);
    prepared.lists[0].weight = 1.0;
  }
  return prepared;
}

FusionShare share_of(const WeightedList& list, Sequence document) {
  const auto is_it = [&](const Hit& hit) { return hit.document == document; };
  const auto found = std::find_if(list.hits.begin(), list.hits.end(), is_it);
  if (found == list.hits.end()) return {};
  const auto at = static_cast<std::size_t>(found - list.hits.begin());
  return {at + 1, found->score, list.values[at], list.weight, list.weight * list.values[at]};
}

}  // namespace

void FusionOptions::validate(std::size_t list_count) const {
  if (!(floor >= 0.0 && floor < 1.0)) refuse("floor must be in [0, 1), got " + number_text(floor));
  if (!(std::isfinite(rrf_k) && rrf_k >= 0.0)) {
    refuse("rrf_k must be finite and at least 0, got " + number_text(rrf_k));
  }
  if (weights.empty()) return;
  if (weights.size() != list_count) {
    refuse("got " + std::to_string(weights.size()) + " weights for " + std::to_string(list_count) + " lists");
  }
  double sum = 0.0;
  for (const double weight : weights) {
    if (!(std::isfinite(weight) && weight >= 0.0)) {
      refuse("a weight must be finite and at least 0, got " + number_text(weight));
    }
    sum += weight;
  }
  if (sum <= 0.0) refuse("at least one weight must be above 0");
  if (sum > std::numeric_limits<float>::max()) {
    refuse("the weights add up to " + number_text(sum) + ", more than a score can hold");
  }
}

std::vector<std::string> FusionOptions::warnings() const {
  std::vector<std::string> found;
  if (method == FusionMethod::linear && floor == 0.0) {
    found.push_back(
        "fusion: a floor of 0 gives a list's last document no more than a document the list did not find");
  }
  return found;
}

std::vector<Hit> fuse(std::span<const std::vector<Hit>> lists, const FusionOptions& options) {
  Prepared prepared = prepare(lists, options);
  if (prepared.lists.size() == 1) return std::move(prepared.lists[0].hits);
  return weighted_sum(prepared.lists);
}

std::vector<FusionShare> explain_fusion(std::span<const std::vector<Hit>> lists, const FusionOptions& options,
                                        Sequence document) {
  const Prepared prepared = prepare(lists, options);
  std::vector<FusionShare> shares(lists.size());
  for (std::size_t i = 0; i < prepared.lists.size(); ++i) {
    shares[prepared.places[i]] = share_of(prepared.lists[i], document);
  }
  return shares;
}

}  // namespace marrow
