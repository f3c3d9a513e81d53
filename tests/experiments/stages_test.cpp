#include "experiments/stages.h"

#include <gtest/gtest.h>

#include "marrow/error.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

std::vector<Stage> stages(std::vector<std::string> names, const Config& config = {},
                          const LegWeights& weights = {}) {
  return make_stages(names, config, weights);
}

TEST(Stages, HybridTakesItsWeightsFromTheConfiguration) {
  Config config;
  config.fusion.alpha = 0.3;
  config.fusion.beta = 0.7;
  EXPECT_EQ(stages({"hybrid"}, config)[0].label, "sparse 0.3 + dense 0.7, linear, floor 0.1, depth 100");
}

TEST(Stages, WeightsThatAreGivenReplaceHybridsLegs) {
  Config config;
  config.fusion.strategy = "rrf";
  config.fusion.depth = 10;
  const auto made = stages({"hybrid"}, config, parse_leg_weights("dense=1,bm25=1"));
  EXPECT_EQ(made[0].label, "bm25 1 + dense 1, rrf k 60, depth 10");
}

TEST(Stages, TheRerankRowNamesModelDepthAndBlend) {
  Config config;
  config.benchmark.rerank_top_n = 10;
  EXPECT_EQ(stages({"rerank"}, config)[0].label,
            "sparse 0.4 + dense 0.6, linear, floor 0.1, depth 100, reranked top 10 by "
            "ms-marco-MiniLM-L12-v2, blend 0.3");
}

TEST(Stages, ALegAloneIsOneLeg) {
  EXPECT_TRUE(stages({"bm25"})[0].single_leg());
  EXPECT_FALSE(stages({"hybrid3"})[0].single_leg());
}

TEST(Stages, UnknownOrRepeatedStagesAreRefused) {
  EXPECT_NE(
      std::string(test::error_of([] { (void)stages({"hybird"}); }).what()).find("did you mean `hybrid`?"),
      std::string::npos);
  EXPECT_NE(std::string(test::error_of([] {
                          (void)stages({"bm25", "bm25"});
                        }).what())
                .find("stands twice"),
            std::string::npos);
}

TEST(LegWeights, ReadsNumbersAndRefusesTheRest) {
  EXPECT_EQ(parse_leg_weights("bm25=0.35,sparse=0.25"), (LegWeights{{"bm25", 0.35}, {"sparse", 0.25}}));
  EXPECT_EQ(parse_leg_weights("dense:bge-small-en-v1.5=1"), (LegWeights{{"dense:bge-small-en-v1.5", 1.0}}));
  EXPECT_TRUE(parse_leg_weights("").empty());
  for (const char* const bad :
       {"bm25", "bm25=", "bm25=x", "bm25=-1", "bm25=nan", "bm25=inf", "colbert=1", "bm25=1,bm25=2"}) {
    EXPECT_EQ(test::error_of([&] { (void)parse_leg_weights(bad); }).code(), ErrorCode::invalid_argument)
        << bad;
    EXPECT_THROW((void)parse_leg_weights(bad), Error) << bad;
  }
}

}  // namespace
}  // namespace marrow
