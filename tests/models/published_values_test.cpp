// The four named models against values that were made outside this project: by ONNX Runtime 1.32.0 in fp32,
// from the same weights (all-MiniLM-L6-v2, bge-small-en-v1.5) or from graphs exported from them by a script
// of its own (SPLADE-tiny, the reranker turned back from int8). Token ids are the reference tokenizer's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/digest.h"
#include "models/model.h"
#include "models/onnx_weights.h"
#include "tests/models/token_rows.h"
#include "tests/support/models.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::batch_of;
using test::TokenRow;

constexpr float kDenseTolerance = 1e-5F;   // six printed decimals and rounding
constexpr float kSparseTolerance = 1e-5F;  // likewise
constexpr float kLogitTolerance = 1e-4F;

std::unique_ptr<Session> open(const std::filesystem::path& path) {
  const ModelFolder folder = read_model_folder(path);
  return open_model(folder, head_of(folder), {.threads = 1});
}

void expect_starts_with(std::span<const float> vector, const std::vector<float>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(vector[i], expected[i], kDenseTolerance) << i;
}

// "This is an example sentence" and "Each sentence is converted"
const std::vector<TokenRow> kSentences = {{{101, 2023, 2003, 2019, 2742, 6251, 102}},
                                          {{101, 2169, 6251, 2003, 4991, 102}}};

TEST(PublishedValues, MiniLmMeansOverTokens) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  const auto session = open(test::model_folder("all-MiniLM-L6-v2"));
  EXPECT_EQ(session->output_kind(), OutputKind::token_states);
  ASSERT_EQ(session->width(), 384U);
  const TokenBatch batch = batch_of(kSentences, 3);
  const auto request = session->make_request();
  const auto states = request->run(batch);
  expect_starts_with(test::mean_of_tokens(states, batch, 0),
                     {0.067657F, 0.063496F, 0.048713F, 0.079305F, 0.037448F});
  expect_starts_with(test::mean_of_tokens(states, batch, 1),
                     {0.086439F, 0.102763F, 0.005395F, 0.002044F, -0.009963F});
}

TEST(PublishedValues, BgeFirstTokens) {
  MARROW_REQUIRE_MODEL("bge-small-en-v1.5");
  const auto session = open(test::model_folder("bge-small-en-v1.5"));
  EXPECT_EQ(session->output_kind(), OutputKind::text_rows);
  const auto request = session->make_request();
  const auto rows = request->run(batch_of(kSentences, 3));
  ASSERT_EQ(rows.size(), 2 * 384U);
  const std::vector<double> first(rows.begin(), rows.begin() + 384);
  const std::vector<double> second(rows.begin() + 384, rows.end());
  expect_starts_with(test::unit_length(first), {-0.034014F, -0.000506F, 0.030965F, -0.024843F, -0.014248F});
  expect_starts_with(test::unit_length(second), {-0.015906F, 0.01653F, -0.014058F, 0.017894F, -0.017234F});
}

TEST(PublishedValues, SpladeTermWeights) {
  MARROW_REQUIRE_MODEL("SPLADE-tiny");
  const auto session = open(test::model_folder("SPLADE-tiny"));
  ASSERT_EQ(session->width(), 30522U);
  const auto request = session->make_request();
  // "How many people live in Berlin?", beside a longer row so that it is padded
  const auto rows =
      request->run(batch_of({{{101, 2129, 2116, 2111, 2444, 1999, 4068, 1029, 102}},
                             {{101, 2054, 2003, 1037, 25462, 1029, 2054, 2003, 1037, 25462, 102}}}));
  const std::vector<std::pair<std::size_t, float>> expected = {
      {4068, 2.31382F},   // berlin
      {2116, 2.19765F},   // many
      {2444, 2.111712F},  // live
      {2111, 2.029871F},  // people
      {2093, 1.707856F},  // three
      {3000, 1.578126F},  // paris
      {2172, 1.413097F},  // much
      {2313, 1.241914F},  // population
      {2446, 1.147894F},  // german
      {2103, 0.820068F},  // city
      {2561, 0.607768F},  // total
      {2762, 0.44078F},   // germany
  };
  for (const auto& [term, weight] : expected) EXPECT_NEAR(rows[term], weight, kSparseTolerance) << term;
  const auto terms =
      std::count_if(rows.begin(), rows.begin() + 30522, [](float weight) { return weight > 0; });
  EXPECT_GE(terms, 9);
  EXPECT_LE(terms, 23);
}

TEST(PublishedValues, RerankerLogits) {
  MARROW_REQUIRE_MODEL("ms-marco-MiniLM-L12-v2");
  const auto session = open(test::model_folder("ms-marco-MiniLM-L12-v2"));
  ASSERT_EQ(session->width(), 1U);
  const auto request = session->make_request();
  // "what is a panda?" with "hi"
  const TokenRow pair{{101, 2054, 2003, 1037, 25462, 1029, 102, 7632, 102}, {0, 0, 0, 0, 0, 0, 0, 1, 1}};
  EXPECT_NEAR(request->run(batch_of({pair}))[0], -10.388956F, kLogitTolerance);
  const auto padded = request->run(batch_of({pair, pair}, 40));
  EXPECT_NEAR(padded[0], -10.388956F, kLogitTolerance);
  EXPECT_NEAR(padded[1], -10.388956F, kLogitTolerance);
}

TEST(PublishedValues, TheReportSaysWhatReallyRan) {
  MARROW_REQUIRE_MODEL("SPLADE-tiny");
  const ModelFolder folder = read_model_folder(test::model_folder("SPLADE-tiny"));
  const auto session = open_model(folder, Head::token_states, {.threads = 2});
  EXPECT_THAT(session->runtime().name, testing::StartsWith("OpenVINO 20"));
  EXPECT_EQ(session->runtime().device, "CPU");
  EXPECT_EQ(session->runtime().precision, "f32");
  EXPECT_EQ(session->runtime().threads, 2U);
  EXPECT_THAT(session->runtime().instruction_set,
              testing::AnyOf("avx512", "avx2", "avx", "sse4", "acl", "generic"));
}

TEST(OnnxModel, MiniLmsSafetensorsAndItsIndependentOnnxAgree) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2-onnx");
  const auto from_safetensors = open(test::model_folder("all-MiniLM-L6-v2"));
  const auto from_onnx = open(test::model_folder("all-MiniLM-L6-v2-onnx"));
  EXPECT_EQ(from_onnx->output_kind(), OutputKind::token_states);
  ASSERT_EQ(from_onnx->width(), 384U);
  const TokenBatch batch = batch_of(kSentences, 9);
  const auto first = from_safetensors->make_request();
  const auto second = from_onnx->make_request();
  const auto a = first->run(batch);
  const auto b = second->run(batch);
  for (std::size_t row = 0; row < 2; ++row)
    EXPECT_NEAR(test::cosine(test::mean_of_tokens(a, batch, row), test::mean_of_tokens(b, batch, row)), 1.0,
                1e-5);
}

TEST(OnnxModel, TheRerankersInt8FileRunsAsItIs) {
  const auto file = test::model_folder("ms-marco-MiniLM-L12-v2") / "onnx/model_int8.onnx";
  MARROW_REQUIRE_FILE(file);
  const auto session = open(file);
  EXPECT_EQ(session->output_kind(), OutputKind::text_rows);
  ASSERT_EQ(session->width(), 1U);
  const auto request = session->make_request();
  const TokenRow pair{{101, 2054, 2003, 1037, 25462, 1029, 102, 7632, 102}, {0, 0, 0, 0, 0, 0, 0, 1, 1}};
  // The published int8 value of such a pair is within 0.2 of its fp32 value.
  EXPECT_NEAR(request->run(batch_of({pair}))[0], -10.39F, 0.3F);
}

TEST(OnnxModel, TheRerankersInt8WeightsTurnBackIntoThePinnedFile) {
  const auto file = test::model_folder("ms-marco-MiniLM-L12-v2") / "onnx/model_int8.onnx";
  MARROW_REQUIRE_FILE(file);
  const test::TemporaryFolder folder;
  convert_onnx_to_safetensors(file, folder / "model.safetensors");
  EXPECT_EQ(digest_of_file(DigestKind::sha256, folder / "model.safetensors"),
            "fbc74b1ec151c583d5b8434e5f8086712bce0ac64a0a6f3f16e57c3d98ca1eb2");
}

}  // namespace
}  // namespace marrow
