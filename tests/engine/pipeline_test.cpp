#include "engine/pipeline.h"

#include <gtest/gtest.h>

#include "tests/support/fake_pair_scorer.h"

namespace marrow {
namespace {

/// A leg that gives the same hits for every query.
class FixedLeg final : public Retriever {
 public:
  explicit FixedLeg(std::vector<Hit> hits) : hits_(std::move(hits)) {}
  const std::string& name() const noexcept override { return name_; }

 private:
  std::vector<std::vector<Hit>> do_search_all(std::span<const std::string_view> queries, std::size_t depth,
                                              const Progress&) const override {
    std::vector<Hit> hits(hits_.begin(),
                          hits_.begin() + static_cast<std::ptrdiff_t>(std::min(depth, hits_.size())));
    return std::vector<std::vector<Hit>>(queries.size(), hits);
  }

  std::string name_ = "fixed";
  std::vector<Hit> hits_;
};

Hit hit(std::uint64_t document, float score) { return {Sequence(document), 0, score}; }

std::vector<std::uint64_t> documents_of(const std::vector<Hit>& hits) {
  std::vector<std::uint64_t> documents;
  for (const Hit& one : hits) documents.push_back(value_of(one.document));
  return documents;
}

const std::vector<Query> kQueries{{"q1", "one"}, {"q2", "two"}};

TEST(Pipeline, ALegWithoutTheSelfMatchRuleIsCutAtItsDepth) {
  const FixedLeg leg({hit(1, 3), hit(2, 2), hit(3, 1)});
  const auto lists = search_leg(leg, kQueries, 2, {});
  EXPECT_EQ(documents_of(lists[0]), (std::vector<std::uint64_t>{1, 2}));
}

TEST(Pipeline, TheQueryItselfIsRemovedBeforeTheCutSoThatDepthHitsRemain) {
  const FixedLeg leg({hit(1, 3), hit(2, 2), hit(3, 1)});
  const auto own = [](const Query& query) -> std::optional<Sequence> {
    if (query.external_id == "q1") return Sequence(1);
    return std::nullopt;
  };
  const auto lists = search_leg(leg, kQueries, 2, own);
  EXPECT_EQ(documents_of(lists[0]), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(documents_of(lists[1]), (std::vector<std::uint64_t>{1, 2}));
}

TEST(Pipeline, AWeightOfOneAndZeroEqualsTheSingleLegScoresIncluded) {
  std::vector<RankedQuery> ranked(2);
  for (auto& query : ranked) query.legs = {{hit(1, 7.5F), hit(2, 2)}, {hit(3, 9), hit(1, 1)}};
  SearchOptions options;
  options.legs = {{"bm25", 1.0}, {"dense", 0.0}};
  fuse_and_rerank(kQueries, ranked, options, {});
  EXPECT_EQ(ranked[0].hits, ranked[0].legs[0]);
}

TEST(Pipeline, TheRerankerReadsTheTopOnlyAndTheRestKeepsItsOrder) {
  std::vector<RankedQuery> ranked(2);
  for (auto& query : ranked) query.legs = {{hit(1, 4), hit(2, 3), hit(3, 2), hit(4, 1)}};
  const test::FakePairScorer scorer(
      [](std::string_view, std::string_view passage) { return passage == "2" ? 5.0F : 1.0F; });
  SearchOptions options;
  options.legs = {{"bm25", 1.0}};
  options.rerank_depth = 2;
  options.blend_weight = 1.0;
  fuse_and_rerank(kQueries, ranked, options,
                  {&scorer, [](const Hit& one) { return std::to_string(value_of(one.document)); }});
  EXPECT_EQ(documents_of(ranked[0].hits), (std::vector<std::uint64_t>{2, 1, 3, 4}));
  EXPECT_EQ(documents_of(ranked[1].reranked), (std::vector<std::uint64_t>{2, 1}));
}

}  // namespace
}  // namespace marrow
