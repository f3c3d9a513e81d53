// BR-29: a SPLADE model that reads only the first position loses most terms, and padding adds terms of its
// own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/graph.h"

namespace marrow {
namespace {

/// log(1 + ReLU(max over tokens)) of logits that stand in a table, a row a token id.
Graph pooled(const std::vector<float>& logits) {
  GraphBuilder graph;
  const ValueId ids = graph.input(GraphInput::ids);
  const ValueId mask = graph.input(GraphInput::mask);
  const ValueId rows = graph.gather(graph.weight("logits", make_tensor({logits.size() / 4, 4}, logits)), ids);
  const ValueId best = graph.max_over_length(graph.fill_padding(rows, mask));
  return std::move(graph).build(graph.log1p(graph.relu(best)));
}

TEST(SpladePadding, EveryTokenCountsAndPaddingDoesNot) {
  const auto session = open_session(pooled({0, 2, -1, 0, 1, 0, 0, 0, 0, 0, 0, 5}), {.threads = 1});
  TokenBatch batch;
  batch.batch_size = 1;
  batch.length = 3;
  batch.ids = {0, 1, 2};
  batch.mask = {1, 1, 0};
  batch.types = {0, 0, 0};
  const auto request = session->make_request();
  using testing::FloatNear;
  EXPECT_THAT(request->run(batch),
              testing::ElementsAre(FloatNear(0.6931F, 1e-4F), FloatNear(1.0986F, 1e-4F), 0.0F, 0.0F));
  batch.mask = {1, 1, 1};
  EXPECT_NEAR(request->run(batch)[3], 1.7918F, 1e-4F);
}

}  // namespace
}  // namespace marrow
