// Encoders of a model folder over a network that is a plain function, so that each part of the way from
// text to vector can be seen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "encoders/encoder_model.h"
#include "tests/support/errors.h"
#include "tests/support/fake_session.h"

namespace marrow {
namespace {

using test::FakeSession;
using testing::ElementsAre;
using testing::FloatEq;
using testing::HasSubstr;

constexpr std::int32_t kCls = 2;
constexpr std::int32_t kSep = 3;
constexpr std::size_t kVocabulary = 12;

WordPieceTokenizer tokenizer() {
  TokenizerSpec spec;
  spec.vocabulary = {"[PAD]", "[UNK]", "[CLS]", "[SEP]",   "tea", "pot",
                     "sea",   "query", ":",     "passage", "[",   "]"};
  for (std::int32_t id = 0; id < 4; ++id) {
    spec.added_tokens.push_back({spec.vocabulary[static_cast<std::size_t>(id)], id, true});
  }
  return WordPieceTokenizer(spec);
}

ModelFolder folder_for(ModelTask task) {
  ModelFolder folder;
  folder.path = "models/tiny";
  folder.task = task;
  folder.config.vocabulary_size = kVocabulary;
  folder.config.position_count = 64;
  folder.max_length = 32;
  return folder;
}

std::unique_ptr<const EncoderModel> model_over(const ModelFolder& folder,
                                               std::unique_ptr<const Session> session,
                                               const EncoderOptions& options = {}) {
  return std::make_unique<const EncoderModel>(folder, tokenizer(), std::move(session), options);
}

/// Token states of width 2: (id, attended ids before it); padding has states that would show.
void ids_and_sums(std::span<const std::int32_t> ids, std::span<const std::int32_t> mask,
                  std::span<float> out) {
  float sum = 0.0F;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    out[2 * i] = mask[i] == 1 ? static_cast<float>(ids[i]) : 1e6F;
    out[2 * i + 1] = mask[i] == 1 ? sum : -1e6F;
    sum += static_cast<float>(ids[i] * mask[i]);
  }
}

std::unique_ptr<const Session> token_session() {
  return std::make_unique<const FakeSession>(
      OutputKind::token_states, 2, [](auto ids, auto mask, auto, auto out) { ids_and_sums(ids, mask, out); });
}

/// A row that counts each attended id: what the network saw of a text.
std::unique_ptr<const Session> counting_session() {
  return std::make_unique<const FakeSession>(OutputKind::text_rows, kVocabulary,
                                             [](auto ids, auto mask, auto, auto out) {
                                               std::fill(out.begin(), out.end(), 0.0F);
                                               for (std::size_t i = 0; i < ids.size(); ++i) {
                                                 if (mask[i] == 1)
                                                   out[static_cast<std::size_t>(ids[i])] += 1.0F;
                                               }
                                             });
}

/// A row of one value, whatever the text.
std::unique_ptr<const Session> constant_session(std::size_t width, float value) {
  return std::make_unique<const FakeSession>(
      OutputKind::text_rows, width,
      [value](auto, auto, auto, auto out) { std::fill(out.begin(), out.end(), value); });
}

std::vector<float> encode(const DenseEncoder& encoder, std::vector<std::string_view> texts,
                          TextRole role = TextRole::passage) {
  std::vector<float> out(texts.size() * encoder.dimension());
  encoder.encode(texts, role, out);
  return out;
}

TEST(ModelDenseEncoder, PoolsTheMeanOfAttendedTokensAndScalesIt) {
  const auto encoder = dense_encoder_over(model_over(folder_for(ModelTask::dense), token_session()));
  // [CLS] tea [SEP]: states (2, 0), (4, 2), (3, 6); their mean (3, 8/3)
  const auto vector = encode(*encoder, {"tea"});
  const float length = std::hypot(3.0F, 8.0F / 3.0F);
  EXPECT_THAT(vector, ElementsAre(FloatEq(3.0F / length), FloatEq(8.0F / 3.0F / length)));
}

TEST(ModelDenseEncoder, PoolsTheFirstTokenWhenTheFolderSaysSo) {
  ModelFolder folder = folder_for(ModelTask::dense);
  folder.pooling = Pooling::first_token;
  const auto encoder = dense_encoder_over(model_over(folder, token_session()));
  EXPECT_THAT(encode(*encoder, {"tea pot"}), ElementsAre(1.0F, 0.0F));
}

TEST(ModelDenseEncoder, TakesRowsThatTheNetworkPooled) {
  const auto encoder = dense_encoder_over(model_over(folder_for(ModelTask::dense), counting_session()));
  const auto row = encode(*encoder, {"tea tea"});
  EXPECT_FLOAT_EQ(row[4], 2.0F / std::sqrt(6.0F));
  EXPECT_FLOAT_EQ(row[kCls], 1.0F / std::sqrt(6.0F));
  EXPECT_FLOAT_EQ(row[kSep], 1.0F / std::sqrt(6.0F));
}

TEST(ModelDenseEncoder, ARowIsThatOfItsTextAloneWhateverItsNeighbours) {
  const auto encoder = dense_encoder_over(model_over(folder_for(ModelTask::dense), token_session()));
  std::mt19937 random(9);
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (int word = std::uniform_int_distribution<int>(0, 40)(random); word > 0; --word) text += "tea sea ";
    texts.push_back(text);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto together = encode(*encoder, views);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto alone = encode(*encoder, {views[i]});
    ASSERT_EQ(alone[0], together[2 * i]) << i;
    ASSERT_EQ(alone[1], together[2 * i + 1]) << i;
  }
}

TEST(ModelDenseEncoder, AVectorOfZerosOrOfNoNumbersIsRefusedWithItsText) {
  for (const float value : {0.0F, std::numeric_limits<float>::quiet_NaN()}) {
    const auto encoder = dense_encoder_over(
        model_over(folder_for(ModelTask::dense), constant_session(3, value), {.name = "tiny"}));
    const Error error = test::error_of([&] { encode(*encoder, {"tea", "pot"}); });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_THAT(error.what(),
                HasSubstr("model `tiny` gave a vector of zeros or of no numbers for the text `"));
  }
}

TEST(ModelDenseEncoder, TellsWhatItIs) {
  ModelFolder folder = folder_for(ModelTask::dense);
  folder.prompts = {{"query", "query: "}, {"passage", ""}};
  const auto encoder = dense_encoder_over(model_over(folder, token_session(), {.max_length = 16}));
  EXPECT_EQ(encoder->info().name, "tiny");
  EXPECT_EQ(encoder->info().device, "CPU");
  EXPECT_EQ(encoder->info().precision, "f32");
  EXPECT_EQ(encoder->info().max_length, 16U);
  EXPECT_EQ(encoder->info().query_prompt, "query: ");
  EXPECT_EQ(encoder->info().passage_prompt, "");
}

TEST(ModelSparseEncoder, GivesPositiveWeightsAndTheirEntries) {
  const auto encoder = sparse_encoder_over(model_over(folder_for(ModelTask::sparse), counting_session()), 0);
  const std::array<std::string_view, 1> texts{"tea tea pot"};
  const auto vectors = encoder->encode(texts, TextRole::query);
  EXPECT_THAT(vectors[0].terms, ElementsAre(TermId(2), TermId(3), TermId(4), TermId(5)));
  EXPECT_THAT(vectors[0].weights, ElementsAre(1.0F, 1.0F, 2.0F, 1.0F));
  EXPECT_EQ(encoder->vocabulary_size(), kVocabulary);
  EXPECT_EQ(encoder->term_text(TermId(4)), "tea");
  EXPECT_THROW(encoder->term_text(TermId(12)), Error);
}

TEST(ModelSparseEncoder, KeepsTheHeaviestTermsAndOfEqualsTheSmallerIds) {
  const auto encoder = sparse_encoder_over(model_over(folder_for(ModelTask::sparse), counting_session()), 2);
  const std::array<std::string_view, 1> texts{"tea tea pot"};
  EXPECT_THAT(encoder->encode(texts, TextRole::query)[0].terms, ElementsAre(TermId(2), TermId(4)));
}

TEST(ModelSparseEncoder, AWeightThatIsNoNumberIsRefused) {
  const float infinite = std::numeric_limits<float>::infinity();
  const auto encoder = sparse_encoder_over(
      model_over(folder_for(ModelTask::sparse), constant_session(kVocabulary, infinite)), 0);
  const std::array<std::string_view, 1> texts{"tea"};
  EXPECT_EQ(test::error_of([&] { encoder->encode(texts, TextRole::query); }).code(), ErrorCode::io);
}

TEST(CrossEncoder, ReadsQueryAndPassageWithTheirTypes) {
  // the count of tokens of type 1: the passage and its separator
  auto session =
      std::make_unique<const FakeSession>(OutputKind::text_rows, 1, [](auto, auto, auto types, auto out) {
        out[0] = static_cast<float>(std::count(types.begin(), types.end(), 1));
      });
  const auto scorer = pair_scorer_over(model_over(folder_for(ModelTask::pair), std::move(session)));
  const std::array<TextPair, 3> pairs{TextPair{"tea", "pot pot"}, TextPair{"tea tea", ""},
                                      TextPair{"", "[SEP]"}};
  std::array<float, 3> scores{};
  scorer->score(pairs, scores);
  EXPECT_THAT(scores, ElementsAre(3.0F, 1.0F, 4.0F));  // "[SEP]" is plain text: `[`, `sep`, `]`
}

TEST(CrossEncoder, GivesTheRawLogitAndRefusesWhatIsNoNumber) {
  const std::array<TextPair, 1> pairs{TextPair{"tea", "pot"}};
  std::array<float, 1> score{};
  pair_scorer_over(model_over(folder_for(ModelTask::pair), constant_session(1, -11.25F)))
      ->score(pairs, score);
  EXPECT_EQ(score[0], -11.25F);
  const auto broken = pair_scorer_over(
      model_over(folder_for(ModelTask::pair), constant_session(1, std::numeric_limits<float>::quiet_NaN())));
  EXPECT_EQ(test::error_of([&] { broken->score(pairs, score); }).code(), ErrorCode::io);
}

TEST(EncoderModel, ALimitThatTheNetworkCannotReadIsRefused) {
  for (const std::size_t limit : {2U, 65U}) {
    const Error error = test::error_of(
        [&] { model_over(folder_for(ModelTask::dense), token_session(), {.max_length = limit}); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("expected 3 to 64"));
  }
}

TEST(EncoderModel, ATokenizerLargerThanTheNetworksVocabularyIsRefused) {
  ModelFolder folder = folder_for(ModelTask::dense);
  folder.config.vocabulary_size = kVocabulary - 1;
  EXPECT_THAT(test::error_of([&] { model_over(folder, token_session()); }).what(),
              HasSubstr("the tokenizer has 12 tokens, expected at most config.json's vocab_size of 11"));
}

TEST(EncoderModel, ATextIsCutAtTheLimitWithItsSeparator) {
  const auto model = model_over(folder_for(ModelTask::dense), token_session(), {.max_length = 5});
  EXPECT_THAT(model->encode("tea pot sea tea", TextRole::passage).ids, ElementsAre(kCls, 4, 5, 6, kSep));
  EXPECT_THAT(model->encode_pair({"tea", "pot sea"}).ids, ElementsAre(kCls, 4, kSep, 5, kSep));
}

TEST(EncoderModel, SpecialTokenTextIsPlainUnlessAskedFor) {
  const auto safe = model_over(folder_for(ModelTask::dense), token_session());
  EXPECT_THAT(safe->encode("[SEP]", TextRole::passage).ids, ElementsAre(kCls, 10, 1, 11, kSep));
  const auto parity =
      model_over(folder_for(ModelTask::dense), token_session(), {.special_tokens = SpecialTokenText::parity});
  EXPECT_THAT(parity->encode("[SEP]", TextRole::passage).ids, ElementsAre(kCls, kSep, kSep));
}

}  // namespace
}  // namespace marrow
