#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "encoders/batch_runner.h"
#include "encoders/pooling.h"
#include "tests/support/fake_session.h"

/// BR-28 and BR-30: padding that counts, rows that come back in another order. (BR-29, SPLADE's maximum,
/// lies inside the network: see the tests of models.)
namespace marrow {
namespace {

using testing::ElementsAre;

TEST(FaultBR28, MeanPoolingLeavesThePaddingRowOut) {
  std::array<float, 2> vector{};
  mean_pool(std::array<float, 6>{1, 0, 3, 0, 0, 4}, std::array{1, 1, 0}, vector);
  EXPECT_THAT(vector, ElementsAre(2.0F, 0.0F));
  ASSERT_TRUE(normalize_l2(vector));
  EXPECT_THAT(vector, ElementsAre(1.0F, 0.0F));
}

TEST(FaultBR30, RowIBelongsToTextI) {
  const test::FakeSession session(
      OutputKind::text_rows, 1, [](auto ids, auto, auto, auto out) { out[0] = static_cast<float>(ids[0]); },
      2);
  const BatchRunner runner(session, {.token_budget = 20, .length_step = 1, .max_length = 10}, 0);
  const std::array<std::size_t, 3> lengths{9, 1, 5};  // batches of two rows: 9 and 5, then 1
  std::vector<float> rows(3);
  const auto tokenize = [&](std::size_t i) {
    Encoding encoding;
    encoding.ids.assign(lengths[i], static_cast<std::int32_t>(i + 100));
    encoding.types.assign(lengths[i], 0);
    return encoding;
  };
  runner.run(3, tokenize, [&](std::size_t i, const RowOutput& row) { rows[i] = row.values[0]; });
  EXPECT_THAT(rows, ElementsAre(100.0F, 101.0F, 102.0F));
}

}  // namespace
}  // namespace marrow
