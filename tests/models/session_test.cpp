#include "models/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "models/bert.h"
#include "tests/models/naive_runtime.h"
#include "tests/models/onnx_builder.h"
#include "tests/models/tiny_bert.h"
#include "tests/models/token_rows.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::batch_of;
using test::error_of;
using test::tiny_config;
using test::tiny_weights;
using ::testing::HasSubstr;

/// Rows of random tokens with random padding behind them; a row may be wholly padded.
TokenBatch random_batch(std::mt19937_64& random, const InputLimits& limits) {
  const auto below = [&](std::size_t bound) {
    return static_cast<std::int32_t>(std::uniform_int_distribution<std::size_t>(0, bound - 1)(random));
  };
  TokenBatch batch;
  batch.batch_size = static_cast<std::size_t>(below(4)) + 1;
  batch.length = static_cast<std::size_t>(below(limits.length)) + 1;
  for (std::size_t row = 0; row < batch.batch_size; ++row) {
    const std::int32_t tokens = below(batch.length + 1);
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(batch.length); ++i) {
      batch.ids.push_back(i < tokens ? below(limits.vocabulary) : 0);
      batch.mask.push_back(i < tokens ? 1 : 0);
      batch.types.push_back(i < tokens ? below(limits.types) : 0);
    }
  }
  return batch;
}

void expect_same(std::span<const float> rows, const std::vector<double>& expected) {
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    ASSERT_NEAR(rows[i], expected[i], 1e-5 * (1 + std::abs(expected[i]))) << i;
}

/// Runs `graph` here and in the naive runtime over random batches.
void expect_like_naive_runtime(const Graph& graph, std::uint64_t seed) {
  const auto session = open_session(graph, {.threads = 1});
  EXPECT_EQ(session->output_kind(), graph.output_kind());
  EXPECT_EQ(session->width(), graph.width());
  const auto request = session->make_request();
  std::mt19937_64 random(seed);
  for (int round = 0; round < 8; ++round) {
    const TokenBatch batch = random_batch(random, graph.limits());
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
    expect_same(request->run(batch), test::NaiveRuntime(graph, batch).output());
  }
}

TEST(Session, RunsEveryHeadAsTheNaiveRuntimeDoes) {
  std::uint64_t seed = 1;
  for (const auto& [architecture, head] : {std::pair{"BertModel", Head::token_states},
                                           {"BertModel", Head::first_token},
                                           {"BertForMaskedLM", Head::vocabulary},
                                           {"BertForSequenceClassification", Head::pair_logit}}) {
    for (const std::size_t layers : {1U, 2U}) {
      ModelConfig config = tiny_config(architecture);
      config.layer_count = layers;
      config.head_count = layers * 2;
      const Weights weights("tiny", tiny_weights(config, seed));
      expect_like_naive_runtime(build_bert(config, weights, head), seed++);
    }
  }
}

TEST(Session, ReadsHalfPrecisionWeightsExactly) {
  const ModelConfig config = tiny_config();
  for (const ElementType type : {ElementType::f16, ElementType::bf16}) {
    const Weights weights("tiny", tiny_weights(config, 5, type));
    expect_like_naive_runtime(build_bert(config, weights, Head::vocabulary), 5);
  }
}

TEST(Session, ReadsWeightsAtAnyAddress) {
  const ModelConfig config = tiny_config();
  Weights::Map moved = tiny_weights(config);
  for (auto& [name, tensor] : moved) {
    const auto shifted = std::make_shared<std::vector<std::byte>>(tensor.bytes.size() + 1);
    std::ranges::copy(tensor.bytes, shifted->begin() + 1);
    tensor.bytes = std::span(*shifted).subspan(1);
    tensor.owner = shifted;
  }
  // The naive runtime reads bytes and does not care where they lie.
  expect_like_naive_runtime(build_bert(config, Weights("tiny", moved), Head::token_states), 6);
}

TEST(Session, KeepsTheWeightsAliveByItself) {
  std::unique_ptr<Session> session;
  std::vector<double> expected;
  const TokenBatch batch = batch_of({{{1, 2, 3}}});
  {
    const ModelConfig config = tiny_config();
    const Graph graph = build_bert(config, Weights("tiny", tiny_weights(config)), Head::token_states);
    expected = test::NaiveRuntime(graph, batch).output();
    session = open_session(graph, {.threads = 1});
  }
  const auto request = session->make_request();
  expect_same(request->run(batch), expected);
}

TEST(Session, ARowDoesNotDependOnItsNeighboursOrThePadding) {
  const ModelConfig config = tiny_config();
  const auto session =
      open_session(build_bert(config, Weights("tiny", tiny_weights(config)), Head::vocabulary));
  const auto request = session->make_request();
  const auto alone = request->run(batch_of({{{3, 1, 4}}}));
  const std::vector<float> expected(alone.begin(), alone.end());
  const auto together = request->run(batch_of({{{3, 1, 4}}, {{2, 7, 1, 8, 2, 8}}, {{}}}, 2));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(together[i], expected[i], 1e-5F);
}

TEST(Session, RequestsOnSeveralThreadsAgree) {
  const ModelConfig config = tiny_config();
  const auto session = open_session(
      build_bert(config, Weights("tiny", tiny_weights(config)), Head::first_token), {.threads = 2});
  EXPECT_EQ(session->runtime().threads, 2U);
  const TokenBatch batch = batch_of({{{3, 1, 4, 1, 5}}, {{9, 2, 6}}});
  const auto first = session->make_request()->run(batch).front();
  std::vector<float> found(3);
  std::vector<std::thread> threads;
  for (float& value : found) {
    threads.emplace_back([&] {
      const auto request = session->make_request();
      for (int i = 0; i < 50; ++i) value = request->run(batch).front();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(found, testing::Each(testing::FloatNear(first, 1e-5F)));
}

TEST(Session, ABatchOutsideTheModelsLimitsIsRefusedAndTheRequestStaysUsable) {
  const ModelConfig config = tiny_config();
  const auto session =
      open_session(build_bert(config, Weights("tiny", tiny_weights(config)), Head::token_states));
  const auto request = session->make_request();
  EXPECT_THAT(error_of([&] { request->run(batch_of({{std::vector<std::int32_t>(10, 1)}})); }).what(),
              HasSubstr("10 tokens a row, the model reads at most 9"));
  EXPECT_THAT(error_of([&] { request->run(batch_of({{{37}}})); }).what(), HasSubstr("token id 37"));
  EXPECT_EQ(request->run(batch_of({{{36}}})).size(), 8U);
}

TEST(Session, TooManyThreadsAreRefused) {
  const ModelConfig config = tiny_config();
  const Graph graph = build_bert(config, Weights("tiny", tiny_weights(config)), Head::token_states);
  const Error error = error_of([&] { open_session(graph, {.threads = 1025}); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_STREQ(error.what(), "threads: 1025, expected at most 1024");
}

TEST(Session, AMissingPluginIsNamedWithThePlacesLookedAt) {
  const ModelConfig config = tiny_config();
  const Graph graph = build_bert(config, Weights("tiny", tiny_weights(config)), Head::token_states);
  const test::TemporaryFolder folder;
  const Error missing =
      error_of([&] { open_session(graph, {.threads = 1, .plugin_folder = folder.path()}); });
  EXPECT_EQ(missing.code(), ErrorCode::not_found);
  EXPECT_THAT(missing.what(), HasSubstr(folder.path().string() + "/libmarrow_openvino.so"));
  folder.write("libmarrow_openvino.so", "not a library");
  const Error broken = error_of([&] { open_session(graph, {.threads = 1, .plugin_folder = folder.path()}); });
  EXPECT_EQ(broken.code(), ErrorCode::io);
  EXPECT_THAT(broken.what(), HasSubstr("cannot load the inference runtime"));
}

}  // namespace
}  // namespace marrow
