#include "core/top_k.h"

#include <gtest/gtest.h>

#include <random>

namespace marrow {
namespace {

std::vector<Hit> random_hits(std::mt19937& random, std::size_t count) {
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < count; ++i) {
    hits.push_back({Sequence(i), 0, static_cast<float>(random() % 4)});  // four scores: mostly ties
  }
  std::shuffle(hits.begin(), hits.end(), random);
  return hits;
}

TEST(TopK, EqualsSortingForEveryKIncludingNoneOneAllAndMore) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    const std::size_t count = random() % 20;
    const auto hits = random_hits(random, count);
    auto sorted = hits;
    std::sort(sorted.begin(), sorted.end(), ranks_before);
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, count / 2, count, count + 1}) {
      TopK best(k);
      for (const Hit& hit : hits) best.offer(hit);
      const std::vector<Hit> expected(sorted.begin(),
                                      sorted.begin() + static_cast<std::ptrdiff_t>(std::min(k, count)));
      EXPECT_EQ(std::move(best).take(), expected) << "k " << k << " of " << count;
    }
  }
}

TEST(TopK, PartsMergedGiveWhatTheWholeGives) {
  std::mt19937 random(11);
  const auto hits = random_hits(random, 200);
  TopK whole(10);
  TopK merged(10);
  for (const Hit& hit : hits) whole.offer(hit);
  for (std::size_t part = 0; part < 4; ++part) {
    TopK own(10);
    for (std::size_t i = part; i < hits.size(); i += 4) own.offer(hits[i]);
    for (const Hit& hit : std::move(own).take()) merged.offer(hit);
  }
  EXPECT_EQ(std::move(merged).take(), std::move(whole).take());
}

TEST(TopK, AnEnormousKAllocatesOnlyWhatIsOffered) {
  TopK best(std::numeric_limits<std::size_t>::max());
  best.offer({Sequence(1), 0, 1.0F});
  EXPECT_EQ(std::move(best).take().size(), 1U);
}

}  // namespace
}  // namespace marrow
