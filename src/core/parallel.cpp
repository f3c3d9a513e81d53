#include "core/parallel.h"

#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace marrow {

std::size_t available_cores() noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    return static_cast<std::size_t>(std::max(1, CPU_COUNT(&set)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

/// One loop at a time. `mutex` guards every member below it; `turn` is taken before it, by callers
/// only, and held for the whole loop.
struct ThreadPool::State {
  std::mutex turn;
  std::mutex mutex;
  std::condition_variable work_arrived;
  std::condition_variable work_finished;
  const std::function<void(std::size_t, std::size_t)>* body = nullptr;
  std::size_t next = 0;
  std::size_t count = 0;
  std::size_t running = 0;
  std::exception_ptr failure;
  bool stopping = false;
  std::vector<std::thread> workers;

  void run_worker(std::size_t worker) {
    std::unique_lock lock(mutex);
    while (true) {
      work_arrived.wait(lock, [&] { return stopping || next < count; });
      if (stopping) return;
      while (next < count) run_one(lock, worker);
    }
  }

  void run_one(std::unique_lock<std::mutex>& lock, std::size_t worker) {
    const std::size_t index = next++;
    ++running;
    const auto* call = body;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      (*call)(index, worker);
    } catch (...) {  // a worker's join: handed to the caller of for_each
      thrown = std::current_exception();
    }
    lock.lock();
    if (thrown) {
      if (!failure) failure = thrown;
      next = count;
    }
    if (--running == 0 && next >= count) work_finished.notify_all();
  }
};

ThreadPool::ThreadPool(std::size_t threads) : state_(std::make_unique<State>()) {
  const std::size_t wanted = threads == 0 ? available_cores() : threads;
  for (std::size_t worker = 0; worker < wanted; ++worker) {
    state_->workers.emplace_back([state = state_.get(), worker] { state->run_worker(worker); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->work_arrived.notify_all();
  for (auto& worker : state_->workers) worker.join();
}

std::size_t ThreadPool::threads() const noexcept { return state_->workers.size(); }

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t, std::size_t)>& body) {
  if (count == 0) return;
  const std::lock_guard turn(state_->turn);
  if (count == 1) return body(0, 0);  // waking a worker costs more than a short query
  std::unique_lock lock(state_->mutex);
  state_->body = &body;
  state_->next = 0;
  state_->count = count;
  state_->failure = nullptr;
  state_->work_arrived.notify_all();
  state_->work_finished.wait(lock, [&] { return state_->next >= state_->count && state_->running == 0; });
  state_->count = 0;
  state_->next = 0;
  if (state_->failure) std::rethrow_exception(std::exchange(state_->failure, nullptr));
}

}  // namespace marrow
