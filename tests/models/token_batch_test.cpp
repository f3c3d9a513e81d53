#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/session.h"
#include "tests/models/token_rows.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::batch_of;
using test::error_of;
using ::testing::HasSubstr;

std::string refusal_of(const TokenBatch& batch, const InputLimits& limits = {}) {
  const Error error = error_of([&] { validate(batch, limits); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  return error.what();
}

TEST(TokenBatch, WithinItsLimitsItPasses) {
  EXPECT_NO_THROW(validate(batch_of({{{1, 2}}, {{3}}}), {}));
  EXPECT_NO_THROW(validate(batch_of({{{1, 2}, {0, 1}}}), {2, 3, 2}));
}

TEST(TokenBatch, AnEmptyOneIsRefused) {
  EXPECT_EQ(refusal_of({}), "batch: it is empty");
  EXPECT_EQ(refusal_of(batch_of({{{}}})), "batch: it is empty");
}

TEST(TokenBatch, VectorsThatDoNotMatchTheSizesAreRefused) {
  TokenBatch batch = batch_of({{{1, 2}}, {{3}}});
  batch.types.pop_back();
  EXPECT_EQ(refusal_of(batch), "batch: 3 numbers, expected 2 x 2");
  batch.types.resize(6);
  EXPECT_EQ(refusal_of(batch), "batch: 6 numbers, expected 2 x 2");
}

TEST(TokenBatch, NumbersOutsideTheirLimitsAreNamed) {
  EXPECT_THAT(refusal_of(batch_of({{{1, 2, 3}}}), {2, 9, 2}),
              HasSubstr("3 tokens a row, the model reads at most 2"));
  EXPECT_THAT(refusal_of(batch_of({{{9}}}), {2, 9, 2}),
              HasSubstr("token id 9, expected at least 0 and below 9"));
  EXPECT_THAT(refusal_of(batch_of({{{-1}}})), HasSubstr("token id -1, expected at least 0"));
  EXPECT_THAT(refusal_of(batch_of({{{1}, {2}}}), {2, 9, 2}),
              HasSubstr("token type 2, expected at least 0 and below 2"));
  TokenBatch batch = batch_of({{{1}}});
  batch.mask[0] = 2;
  EXPECT_THAT(refusal_of(batch), HasSubstr("mask 2, expected at least 0 and below 2"));
}

}  // namespace
}  // namespace marrow
