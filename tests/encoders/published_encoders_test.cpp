// The named models from text to vector, against values made outside this project with ONNX Runtime 1.32.0
// in fp32 (the README of MARROW_SHARED says how), and against themselves across batch shapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "encoders/open_encoder.h"
#include "io/json.h"
#include "io/line_reader.h"
#include "marrow/error.h"
#include "tests/support/models.h"
#include "tests/support/npy.h"

namespace marrow {
namespace {

constexpr float kDenseTolerance = 1e-4F;
constexpr float kSparseTolerance = 1e-4F;
constexpr float kLogitTolerance = 1e-3F;
constexpr double kSameVector = 0.99999;  // cosine

const std::array<std::string_view, 2> kSentences{"This is an example sentence", "Each sentence is converted"};

std::vector<float> encode(const DenseEncoder& encoder, std::span<const std::string_view> texts,
                          TextRole role) {
  std::vector<float> out(texts.size() * encoder.dimension());
  encoder.encode(texts, role, out);
  return out;
}

double cosine(std::span<const float> a, std::span<const float> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::span<const float> row(std::span<const float> rows, std::size_t i, std::size_t width) {
  return rows.subspan(i * width, width);
}

void expect_starts_with(std::span<const float> vector, const std::vector<float>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(vector[i], expected[i], kDenseTolerance) << i;
}

/// The texts of a BEIR queries file by id.
std::map<std::string, std::string> queries_of(const std::filesystem::path& path) {
  std::map<std::string, std::string> queries;
  LineReader lines(path);
  while (lines.next()) {
    const Json query = parse_json(lines.text(), path.string());
    queries[query.at("_id").get<std::string>()] = query.at("text").get<std::string>();
  }
  return queries;
}

TEST(PublishedEncoders, MiniLmSentences) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  const auto encoder = open_dense_encoder(test::model_folder("all-MiniLM-L6-v2"));
  EXPECT_EQ(encoder->info().max_length, 256U);
  const auto vectors = encode(*encoder, kSentences, TextRole::passage);
  expect_starts_with(row(vectors, 0, 384), {0.067657F, 0.063496F, 0.048713F, 0.079305F, 0.037448F});
  expect_starts_with(row(vectors, 1, 384), {0.086439F, 0.102763F, 0.005395F, 0.002044F, -0.009963F});
}

TEST(PublishedEncoders, BgeSentencesAndItsQueryInstruction) {
  MARROW_REQUIRE_MODEL("bge-small-en-v1.5");
  const auto encoder = open_dense_encoder(test::model_folder("bge-small-en-v1.5"));
  EXPECT_EQ(encoder->info().max_length, 512U);
  const auto vectors = encode(*encoder, kSentences, TextRole::passage);
  expect_starts_with(row(vectors, 0, 384), {-0.034014F, -0.000506F, 0.030965F, -0.024843F, -0.014248F});
  expect_starts_with(row(vectors, 1, 384), {-0.015906F, 0.01653F, -0.014058F, 0.017894F, -0.017234F});

  const std::string instructed =
      "Represent this sentence for searching relevant passages: " + std::string(kSentences[0]);
  const std::array<std::string_view, 1> written{instructed};
  const auto query = encode(*encoder, std::span(kSentences).first(1), TextRole::query);
  const auto by_hand = encode(*encoder, written, TextRole::passage);
  EXPECT_GT(cosine(query, by_hand), kSameVector);
  EXPECT_LT(cosine(query, row(vectors, 0, 384)), kSameVector);
}

TEST(PublishedEncoders, SpladeTermWeights) {
  MARROW_REQUIRE_MODEL("SPLADE-tiny");
  const auto encoder = open_sparse_encoder(test::model_folder("SPLADE-tiny"));
  const std::array<std::string_view, 1> texts{"How many people live in Berlin?"};
  const SparseVector vector = encoder->encode(texts, TextRole::query).front();
  std::map<std::string, float> weights;
  for (std::size_t i = 0; i < vector.terms.size(); ++i) {
    weights[encoder->term_text(vector.terms[i])] = vector.weights[i];
  }
  const std::map<std::string, float> expected = {
      {"berlin", 2.31382F},  {"many", 2.19765F},   {"live", 2.111712F},  {"people", 2.029871F},
      {"three", 1.707856F},  {"paris", 1.578126F}, {"much", 1.413097F},  {"population", 1.241914F},
      {"german", 1.147894F}, {"city", 0.820068F},  {"total", 0.607768F}, {"germany", 0.44078F}};
  for (const auto& [term, weight] : expected) EXPECT_NEAR(weights[term], weight, kSparseTolerance) << term;
  const auto heaviest =
      open_sparse_encoder(test::model_folder("SPLADE-tiny"), {.top_k = 3})->encode(texts, TextRole::query);
  EXPECT_EQ(heaviest.front().terms.size(), 3U);
}

TEST(PublishedEncoders, RerankerLogits) {
  MARROW_REQUIRE_MODEL("ms-marco-MiniLM-L12-v2");
  const auto scorer = open_pair_scorer(test::model_folder("ms-marco-MiniLM-L12-v2"));
  constexpr std::string_view berlin = "How many people live in Berlin?";
  const std::array<TextPair, 4> pairs{
      TextPair{berlin,
               "Berlin has a population of 3,520,031 registered inhabitants in an area of 891.82 square "
               "kilometers."},
      TextPair{berlin, "Berlin is well known for its museums."},
      TextPair{berlin, "New York City is famous for the Metropolitan Museum of Art."},
      TextPair{"what is a panda?", "hi"}};
  std::array<float, 4> logits{};
  scorer->score(pairs, logits);
  const std::array<float, 4> expected{9.266821F, -3.934311F, -11.187496F, -10.388956F};
  for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_NEAR(logits[i], expected[i], kLogitTolerance) << i;
}

TEST(PublishedEncoders, MiniLmVectorsOfEverySciFactQuery) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  const auto golden = test::shared_folder() / "golden/encoders/minilm_l6_scifact_queries";
  const auto queries_file = test::shared_folder() / "data/scifact/queries.jsonl.gz";
  MARROW_REQUIRE_FILE(golden);
  MARROW_REQUIRE_FILE(queries_file);
  const auto queries = queries_of(queries_file);
  std::vector<std::string> ids;
  read_json_file(golden / "query_ids.json").get_to(ids);
  std::vector<std::string_view> texts;
  for (const std::string& id : ids) texts.push_back(queries.at(id));
  const auto encoder = open_dense_encoder(test::model_folder("all-MiniLM-L6-v2"));
  const auto found = encode(*encoder, texts, TextRole::query);
  const test::FloatMatrix expected = test::read_npy(golden / "query_embeddings_f32.npy");
  ASSERT_EQ(expected.rows, ids.size());
  ASSERT_EQ(expected.columns, encoder->dimension());
  double worst = 1.0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    worst = std::min(worst, cosine(row(found, i, 384), row(expected.values, i, 384)));
  }
  EXPECT_EQ(ids.size(), 1109U);
  EXPECT_GE(worst, kSameVector);
}

/// Alone, beside longer and shorter texts, and in batches of other sizes.
TEST(PublishedEncoders, ARowDoesNotDependOnItsNeighbours) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  std::vector<std::string> texts;
  for (int i = 0; i < 24; ++i) {
    std::string text = "An abstract about topic number " + std::to_string(i) + '.';
    for (int more = 0; more < (i * 7) % 24; ++more) text += " It goes on for a while.";
    texts.push_back(text);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto small = open_dense_encoder(test::model_folder("all-MiniLM-L6-v2"), {.token_budget = 64});
  const auto large = open_dense_encoder(test::model_folder("all-MiniLM-L6-v2"), {.token_budget = 2048});
  const auto reference = encode(*small, views, TextRole::passage);
  const auto packed = encode(*large, views, TextRole::passage);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto alone = encode(*large, std::span(views).subspan(i, 1), TextRole::passage);
    EXPECT_GE(cosine(row(reference, i, 384), row(packed, i, 384)), kSameVector);
    EXPECT_GE(cosine(row(reference, i, 384), alone), kSameVector);
  }
}

TEST(PublishedEncoders, SafetensorsAndOnnxOfMiniLmAgree) {
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2");
  MARROW_REQUIRE_MODEL("all-MiniLM-L6-v2-onnx");
  const auto safetensors = open_dense_encoder(test::model_folder("all-MiniLM-L6-v2"));
  const auto onnx = open_dense_encoder(test::model_folder("all-MiniLM-L6-v2-onnx"));
  const std::array<std::string_view, 4> texts{"", kSentences[0], kSentences[1],
                                              "naïve café — Σίσυφος 東京 don't 1,234.5"};
  const auto a = encode(*safetensors, texts, TextRole::passage);
  const auto b = encode(*onnx, texts, TextRole::passage);
  for (std::size_t i = 0; i < texts.size(); ++i)
    EXPECT_LT(1.0 - cosine(row(a, i, 384), row(b, i, 384)), 1e-5);
  EXPECT_NE(safetensors->info().identity, onnx->info().identity);
}

TEST(PublishedEncoders, TheIdentityChangesWithWhateverChangesAnOutput) {
  MARROW_REQUIRE_MODEL("SPLADE-tiny");
  const auto folder = test::model_folder("SPLADE-tiny");
  const auto identity = [&](const EncoderOptions& options) {
    return open_sparse_encoder(folder, options)->info().identity;
  };
  const std::string plain = identity({});
  EXPECT_EQ(plain.size(), 32U);
  EXPECT_EQ(identity({.name = "another name", .threads = 1, .token_budget = 128}), plain);
  EXPECT_NE(identity({.max_length = 128}), plain);
  EXPECT_NE(identity({.top_k = 100}), plain);
  EXPECT_NE(identity({.special_tokens = SpecialTokenText::parity}), plain);
}

TEST(PublishedEncoders, AModelForAnotherTaskIsRefused) {
  MARROW_REQUIRE_MODEL("SPLADE-tiny");
  try {
    open_dense_encoder(test::model_folder("SPLADE-tiny"));
    FAIL() << "nothing thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_THAT(error.what(), testing::HasSubstr("holds a sparse model, expected a dense one"));
  }
}

}  // namespace
}  // namespace marrow
