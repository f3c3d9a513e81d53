#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace marrow {
namespace {

TEST(ThreadPool, CallsTheBodyOnceForEveryIndex) {
  ThreadPool pool(4);
  for (const std::size_t count : {0U, 1U, 3U, 1000U}) {
    std::vector<int> calls(count, 0);
    pool.for_each(count, [&](std::size_t index, std::size_t worker) {
      ASSERT_LT(worker, 4U);
      ++calls[index];
    });
    EXPECT_EQ(std::accumulate(calls.begin(), calls.end(), std::size_t{0}), count);
  }
}

TEST(ThreadPool, HandsTheFirstExceptionToTheCallerAndStaysUsable) {
  ThreadPool pool(3);
  EXPECT_THROW(pool.for_each(100,
                             [](std::size_t index, std::size_t) {
                               if (index == 5) throw std::runtime_error("five");
                             }),
               std::runtime_error);
  std::atomic<int> calls = 0;
  pool.for_each(10, [&](std::size_t, std::size_t) { ++calls; });
  EXPECT_EQ(calls, 10);
}

TEST(ThreadPool, ASingleCallRunsOnTheCallersThreadAndMayThrow) {
  ThreadPool pool(2);
  std::thread::id ran_on;
  pool.for_each(1, [&](std::size_t, std::size_t) { ran_on = std::this_thread::get_id(); });
  EXPECT_EQ(ran_on, std::this_thread::get_id());
  EXPECT_THROW(pool.for_each(1, [](std::size_t, std::size_t) { throw std::runtime_error("one"); }),
               std::runtime_error);
}

TEST(ObjectStock, HandsOutWhatWasGivenBackAndMakesTheRest) {
  int made = 0;
  ObjectStock<int> stock([&made] { return std::make_unique<int>(++made); });
  auto first = stock.take();
  auto second = stock.take();
  EXPECT_EQ(*first + *second, 3);
  stock.give_back(std::move(second));
  stock.give_back(nullptr);
  EXPECT_EQ(*stock.take(), 2);
  EXPECT_EQ(*stock.take(), 3);
}

TEST(ObjectStock, NoTwoUsersHoldOneObject) {
  ObjectStock<std::atomic<int>> stock([] { return std::make_unique<std::atomic<int>>(0); });
  ThreadPool pool(4);
  pool.for_each(2000, [&](std::size_t, std::size_t) {
    auto users = stock.take();
    EXPECT_EQ(users->fetch_add(1), 0);
    users->fetch_sub(1);
    stock.give_back(std::move(users));
  });
}

TEST(ThreadPool, NoTwoRunningCallsShareAWorker) {
  ThreadPool pool(4);
  std::vector<std::atomic<int>> inside(4);
  pool.for_each(2000, [&](std::size_t, std::size_t worker) {
    EXPECT_EQ(inside[worker].fetch_add(1), 0);
    inside[worker].fetch_sub(1);
  });
}

}  // namespace
}  // namespace marrow
