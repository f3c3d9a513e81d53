#include "encoders/fake_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "marrow/error.h"

namespace marrow {
namespace {

using testing::ElementsAre;

std::vector<float> encode(const DenseEncoder& encoder, std::string_view text) {
  std::vector<float> vector(encoder.dimension());
  encoder.encode(std::array{text}, TextRole::query, vector);
  return vector;
}

float cosine(const std::vector<float>& a, const std::vector<float>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F);
}

TEST(FakeDenseEncoder, TextsThatShareWordsComeClose) {
  const auto encoder = make_fake_dense_encoder(64);
  const auto tea = encode(*encoder, "A pot of tea");
  EXPECT_NEAR(cosine(tea, tea), 1.0F, 1e-6F);
  EXPECT_NEAR(cosine(tea, encode(*encoder, "tea, pot; of a!")), 1.0F, 1e-6F);
  EXPECT_GT(cosine(tea, encode(*encoder, "tea pot")), cosine(tea, encode(*encoder, "sea shell")) + 0.3F);
}

TEST(FakeDenseEncoder, ATextWithoutWordsIsTheFirstUnitVector) {
  const auto encoder = make_fake_dense_encoder(3);
  EXPECT_THAT(encode(*encoder, " ,. "), ElementsAre(1.0F, 0.0F, 0.0F));
}

TEST(FakeSparseEncoder, WordsAreTermsWithTheirCounts) {
  const auto encoder = make_fake_sparse_encoder();
  const std::array<std::string_view, 3> texts{"tea Tea pot", "pot tea tea", ""};
  const auto vectors = encoder->encode(texts, TextRole::passage);
  EXPECT_EQ(vectors[0], vectors[1]);
  ASSERT_EQ(vectors[0].terms.size(), 2U);
  EXPECT_FLOAT_EQ(vectors[0].weights[0] + vectors[0].weights[1], 1.0F + 4.0F / 3.0F);
  EXPECT_TRUE(vectors[2].terms.empty());
  EXPECT_EQ(encoder->term_text(TermId(7)), "term7");
  EXPECT_THROW(encoder->term_text(TermId(1U << 15U)), Error);
}

TEST(FakePairScorer, ScoresTheShareOfTheQuerysWords) {
  const auto scorer = make_fake_pair_scorer();
  const std::array<TextPair, 4> pairs{TextPair{"tea pot", "pot of tea"}, TextPair{"tea pot", "tea"},
                                      TextPair{"tea pot", "sea"}, TextPair{"", "tea"}};
  std::array<float, 4> scores{};
  scorer->score(pairs, scores);
  EXPECT_THAT(scores, ElementsAre(4.0F, 0.0F, -4.0F, -4.0F));
}

TEST(FakeEncoders, ASizeOfZeroIsRefused) {
  EXPECT_THROW(make_fake_dense_encoder(0), Error);
  EXPECT_THROW(make_fake_sparse_encoder(0), Error);
}

}  // namespace
}  // namespace marrow
