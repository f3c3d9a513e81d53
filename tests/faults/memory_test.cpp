#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

#include "encoders/batch_runner.h"
#include "tests/support/fake_session.h"

/// BR-44: a runtime keeps memory for every batch shape it has seen, and a whole import padded as one batch
/// takes memory by the corpus. So shapes are few and batches small, whatever the texts.
namespace marrow {
namespace {

void run(const BatchRunner& runner, const std::vector<std::size_t>& lengths) {
  const auto tokenize = [&](std::size_t i) {
    Encoding encoding;
    encoding.ids.assign(lengths[i], 7);
    encoding.types.assign(lengths[i], 0);
    return encoding;
  };
  runner.run(lengths.size(), tokenize, [](std::size_t, const RowOutput&) {});
}

test::FakeSession session_of_zeros() {
  return test::FakeSession(
      OutputKind::text_rows, 1, [](auto, auto, auto, auto) {}, 2);
}

TEST(FaultBR44, ASecondPassAddsNoShapeAndAllAreFew) {
  const test::FakeSession session = session_of_zeros();
  const BatchRunner runner(session, {}, 0);
  std::vector<std::size_t> lengths(1000);
  std::mt19937 random(1);
  for (std::size_t& length : lengths) length = std::uniform_int_distribution<std::size_t>(1, 512)(random);
  run(runner, lengths);
  const auto shapes = session.shapes();
  EXPECT_LE(shapes.size(), 33U);  // one a multiple of 16, and the last odd batch
  run(runner, lengths);
  EXPECT_EQ(session.shapes(), shapes);
}

TEST(FaultBR44, OneLongTextAmongShortOnesPadsOnlyItsOwnBatch) {
  const test::FakeSession session = session_of_zeros();
  const BatchPolicy policy;
  const BatchRunner runner(session, policy, 0);
  std::vector<std::size_t> lengths(4000, 8);
  lengths[1234] = 512;
  run(runner, lengths);
  for (const auto& [rows, length] : session.shapes()) EXPECT_LE(rows * length, policy.token_budget);
}

}  // namespace
}  // namespace marrow
