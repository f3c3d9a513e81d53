#include "rerank/reranker.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "marrow/error.h"
#include "marrow/fusion.h"

namespace marrow {
namespace {

/// Pairs handed to the scorer at once: enough for it to group by length, few enough that the passages
/// in memory stay a few megabytes.
constexpr std::size_t kPairsPerCall = 1024;

std::size_t shortlist_size(const RerankRequest& request, std::size_t depth) {
  return std::min(depth, request.first_stage.size());
}

/// Texts and scores of the shortlists of consecutive requests.
class PairBatch {
 public:
  PairBatch(std::span<const RerankRequest> requests, std::size_t depth, const PassageText& passage_text) {
    for (const RerankRequest& request : requests) {
      for (const Hit& hit : request.first_stage.first(shortlist_size(request, depth))) {
        passages_.push_back(passage_text(hit));
        queries_.push_back(request.query);
      }
    }
  }

  std::vector<float> scores(const PairScorer& scorer, const Progress& progress) const {
    std::vector<TextPair> pairs;
    pairs.reserve(passages_.size());
    for (std::size_t i = 0; i < passages_.size(); ++i) pairs.push_back({queries_[i], passages_[i]});
    std::vector<float> scores(pairs.size());
    scorer.score(pairs, scores, progress);
    return scores;
  }

 private:
  std::vector<std::string> passages_;
  std::vector<std::string_view> queries_;
};

void check_finite(float score, const Hit& hit, const PairScorer& scorer) {
  if (std::isfinite(score)) return;
  throw Error(ErrorCode::bad_input, "the reranker " + quote(scorer.info().name) + " gave document " +
                                        std::to_string(value_of(hit.document)) + " the score " +
                                        number_text(score) + "; a score must be finite");
}

/// The head of a first stage with the scorer's answers, in its order.
std::vector<Hit> ranked_shortlist(std::span<const Hit> head, std::span<const float> scores,
                                  const PairScorer& scorer) {
  std::vector<Hit> shortlist(head.begin(), head.end());
  for (std::size_t i = 0; i < shortlist.size(); ++i) {
    check_finite(scores[i], shortlist[i], scorer);
    shortlist[i].score = scores[i];
  }
  std::sort(shortlist.begin(), shortlist.end(), ranks_before);
  return shortlist;
}

/// How many of `requests`, at least one, fill a call.
std::size_t requests_per_call(std::span<const RerankRequest> requests, std::size_t depth) {
  std::size_t pairs = 0;
  std::size_t count = 0;
  while (count < requests.size()) {
    pairs += shortlist_size(requests[count], depth);
    if (count > 0 && pairs > kPairsPerCall) break;
    ++count;
  }
  return count;
}

}  // namespace

void RerankOptions::validate() const {
  const auto refuse = [](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, "rerank: " + message);
  };
  if (depth == 0) refuse("depth must be at least 1, got 0");
  if (!(blend_weight >= 0.0 && blend_weight <= 1.0)) {
    refuse("blend_weight must be in [0, 1], got " + number_text(blend_weight));
  }
  if (!(std::isfinite(rrf_k) && rrf_k >= 0.0)) {
    refuse("rrf_k must be finite and at least 0, got " + number_text(rrf_k));
  }
}

std::vector<std::vector<Hit>> score_shortlists(std::span<const RerankRequest> requests,
                                               const PairScorer& scorer, const PassageText& passage_text,
                                               std::size_t depth, const Progress& progress) {
  if (depth == 0) throw Error(ErrorCode::invalid_argument, "rerank: depth must be at least 1, got 0");
  std::size_t total = 0;
  for (const RerankRequest& request : requests) total += shortlist_size(request, depth);
  std::size_t done = 0;
  std::vector<std::vector<Hit>> shortlists;
  shortlists.reserve(requests.size());
  while (!requests.empty()) {
    const auto batch = requests.first(requests_per_call(requests, depth));
    requests = requests.subspan(batch.size());
    const Progress of_batch = [&](std::size_t scored, std::size_t) { progress(done + scored, total); };
    const auto scores =
        PairBatch(batch, depth, passage_text).scores(scorer, progress ? of_batch : Progress{});
    std::span<const float> rest = scores;
    for (const RerankRequest& request : batch) {
      const std::size_t size = shortlist_size(request, depth);
      shortlists.push_back(ranked_shortlist(request.first_stage.first(size), rest.first(size), scorer));
      rest = rest.subspan(size);
    }
    done += scores.size();
  }
  return shortlists;
}

std::vector<Reranked> rerank(std::span<const RerankRequest> requests, const PairScorer& scorer,
                             const PassageText& passage_text, const RerankOptions& options,
                             const Progress& progress) {
  options.validate();
  std::vector<Reranked> answers(requests.size());
  if (options.blend_weight > 0.0) {
    auto shortlists = score_shortlists(requests, scorer, passage_text, options.depth, progress);
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i].shortlist = std::move(shortlists[i]);
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    answers[i].hits =
        blend_ranks(requests[i].first_stage, answers[i].shortlist, options.blend_weight, options.rrf_k);
  }
  return answers;
}

double probability_of_logit(double logit) noexcept { return 1.0 / (1.0 + std::exp(-logit)); }

}  // namespace marrow
