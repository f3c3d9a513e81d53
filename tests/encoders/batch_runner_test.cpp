#include "encoders/batch_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <thread>

#include "marrow/error.h"
#include "tests/support/fake_session.h"

namespace marrow {
namespace {

using test::FakeSession;

/// A row's value: the sum of its attended ids.
FakeSession sum_session(std::size_t threads = 2) {
  return FakeSession(
      OutputKind::text_rows, 1,
      [](auto ids, auto mask, auto, auto out) {
        float sum = 0.0F;
        for (std::size_t i = 0; i < ids.size(); ++i) sum += static_cast<float>(ids[i] * mask[i]);
        out[0] = sum;
      },
      threads);
}

/// Text i has 1 + i % 40 tokens, each i % 97 + 1.
Encoding encoding_of(std::size_t i) {
  Encoding encoding;
  encoding.ids.assign(1 + i % 40, static_cast<std::int32_t>(i % 97 + 1));
  encoding.types.assign(encoding.ids.size(), 0);
  encoding.offsets.resize(encoding.ids.size());
  return encoding;
}

std::vector<float> run_all(const BatchRunner& runner, std::size_t count, const Progress& progress = {}) {
  std::vector<float> sums(count, -1.0F);
  runner.run(
      count, encoding_of, [&](std::size_t i, const RowOutput& row) { sums[i] = row.values.front(); },
      progress);
  return sums;
}

TEST(BatchRunner, GivesEveryTextItsOwnRowAcrossWindowsAndWorkers) {
  const FakeSession session = sum_session(3);
  const BatchRunner runner(session, {.token_budget = 128, .length_step = 8, .max_length = 40}, 0);
  for (const std::size_t count : {0U, 1U, 2U, 7U, 9000U}) {
    const auto sums = run_all(runner, count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(sums[i], static_cast<float>((1 + i % 40) * (i % 97 + 1))) << i;
    }
  }
}

TEST(BatchRunner, TheMaskOfARowCoversItsTokensOnly) {
  const FakeSession session = sum_session();
  const BatchRunner runner(session, {.token_budget = 64, .length_step = 16, .max_length = 64}, 9);
  runner.run(50, encoding_of, [](std::size_t i, const RowOutput& row) {
    const auto attended = std::accumulate(row.mask.begin(), row.mask.end(), std::size_t{0});
    ASSERT_EQ(attended, 1 + i % 40);
    ASSERT_EQ(row.mask.front(), 1);
  });
}

TEST(BatchRunner, RequestsAreKeptForTheNextRun) {
  const FakeSession session = sum_session(2);
  const BatchRunner runner(session, {}, 0);
  for (int round = 0; round < 20; ++round) run_all(runner, 40);
  EXPECT_LE(session.request_count(), 2U);
}

TEST(BatchRunner, ProgressRisesToTheWholeCountAndMayStopTheWork) {
  const FakeSession session = sum_session();
  const BatchRunner runner(session, {.token_budget = 40, .length_step = 8, .max_length = 40}, 0);
  std::size_t last = 0;
  run_all(runner, 300, [&](std::size_t done, std::size_t total) {
    EXPECT_LE(last, done);
    EXPECT_EQ(total, 300U);
    last = done;
  });
  EXPECT_EQ(last, 300U);
  EXPECT_THROW(run_all(runner, 300, [](std::size_t, std::size_t) { throw Interrupted(); }), Interrupted);
  EXPECT_EQ(run_all(runner, 300).size(), 300U);  // and works again
}

TEST(BatchRunner, WhatACallbackThrowsEndsTheRun) {
  const FakeSession session = sum_session();
  const BatchRunner runner(session, {}, 0);
  const auto ignore = [](std::size_t, const RowOutput&) {};
  const auto fail = [](std::size_t i) -> Encoding {
    if (i == 5) throw std::runtime_error("text 5");
    return encoding_of(i);
  };
  EXPECT_THROW(runner.run(20, fail, ignore), std::runtime_error);
  EXPECT_THROW(
      runner.run(20, encoding_of, [](std::size_t, const RowOutput&) { throw std::runtime_error("row"); }),
      std::runtime_error);
}

TEST(BatchRunner, RunsFromSeveralThreadsDoNotMix) {
  const FakeSession session = sum_session(2);
  const BatchRunner runner(session, {.token_budget = 64, .length_step = 8, .max_length = 40}, 0);
  std::vector<std::vector<float>> results(4);
  std::vector<std::thread> callers;
  for (std::size_t caller = 0; caller < results.size(); ++caller) {
    callers.emplace_back([&, caller] { results[caller] = run_all(runner, caller % 2 == 0 ? 200 : 1); });
  }
  for (auto& caller : callers) caller.join();
  for (const auto& sums : results) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      ASSERT_EQ(sums[i], static_cast<float>((1 + i % 40) * (i % 97 + 1)));
    }
  }
}

}  // namespace
}  // namespace marrow
