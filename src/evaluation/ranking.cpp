#include "evaluation/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "marrow/error.h"

namespace marrow {
namespace {

// A double beyond the largest float becomes infinite when it is narrowed, as trec_eval 9 narrows it.
static_assert(std::numeric_limits<float>::is_iec559);

struct Candidate {
  double score;
  std::string_view document;
};

bool evaluated_before(const Candidate& a, const Candidate& b) {
  return a.score != b.score ? a.score > b.score : a.document > b.document;
}

double compared_score(double score, TrecEvalVersion version) {
  return version == TrecEvalVersion::v9 ? static_cast<double>(static_cast<float>(score)) : score;
}

[[noreturn]] void fail(std::string_view query, std::string_view document, const std::string& what) {
  throw Error(ErrorCode::bad_input,
              "run: query " + quote(query) + ", document " + quote(document) + ": " + what);
}

void refuse_duplicates(std::string_view query, const std::vector<Candidate>& candidates) {
  std::vector<std::string_view> documents;
  documents.reserve(candidates.size());
  for (const Candidate& one : candidates) documents.push_back(one.document);
  std::sort(documents.begin(), documents.end());
  const auto twice = std::adjacent_find(documents.begin(), documents.end());
  if (twice != documents.end()) fail(query, *twice, "the document is listed twice");
}

}  // namespace

RankedDocuments rank_hits(std::string_view query, std::span<const ScoredDocument> hits,
                          const EvaluationOptions& options) {
  std::vector<Candidate> candidates;
  candidates.reserve(hits.size());
  for (const ScoredDocument& hit : hits) {
    if (std::isnan(hit.score)) fail(query, hit.external_id, "the score is not a number");
    candidates.push_back({compared_score(hit.score, options.version), hit.external_id});
  }
  refuse_duplicates(query, candidates);
  if (options.self_match == SelfMatch::removed) {
    std::erase_if(candidates, [&](const Candidate& one) { return one.document == query; });
  }
  std::sort(candidates.begin(), candidates.end(), evaluated_before);

  RankedDocuments ranking;
  const std::size_t cutoff = options.tie_cutoff;
  ranking.tied_at_cutoff =
      candidates.size() > cutoff && candidates[cutoff - 1].score == candidates[cutoff].score;
  if (options.max_hits != 0) candidates.resize(std::min(candidates.size(), options.max_hits));
  ranking.documents.reserve(candidates.size());
  for (const Candidate& one : candidates) ranking.documents.push_back(one.document);
  return ranking;
}

}  // namespace marrow
