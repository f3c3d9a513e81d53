#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace marrow {

/// A fixed set of worker threads for loops over an index range.
///
/// Thread safety: for_each may be called from several threads (the loops take turns), not from inside
/// a loop's body. The pool's threads end with it.
class ThreadPool {
 public:
  /// `threads` workers, at least 1; 0 means one for each core this process may use.
  explicit ThreadPool(std::size_t threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::size_t threads() const noexcept;

  /// Calls body(index, worker) once for every index below `count`, in rising order of hand-out, and
  /// returns when all have returned. `worker` is below threads(): no two calls that run at the same
  /// time share one, so it may name a scratch buffer. The first exception (by time) ends the hand-out
  /// and is thrown here when the running calls are through. A single call runs on the caller's thread.
  void for_each(std::size_t count, const std::function<void(std::size_t index, std::size_t worker)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Objects that cost time to make and serve one user at a time: each is kept for the next user.
/// Thread safety: every member may be called from several threads at once.
template <typename Object>
class ObjectStock {
 public:
  explicit ObjectStock(std::function<std::unique_ptr<Object>()> make) : make_(std::move(make)) {}

  /// One that was given back, else a new one. Throws what making one throws.
  std::unique_ptr<Object> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Object> object = std::move(free_.back());
        free_.pop_back();
        return object;
      }
    }
    return make_();
  }

  /// Keeps `object`, unless it is null. One that failed is not given back but destroyed.
  void give_back(std::unique_ptr<Object> object) {
    if (!object) return;
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(object));
  }

 private:
  std::function<std::unique_ptr<Object>()> make_;
  std::mutex mutex_;  ///< guards free_; no other lock is taken under it
  std::vector<std::unique_ptr<Object>> free_;
};

/// Cores this process may use (its affinity mask), at least 1.
std::size_t available_cores() noexcept;

}  // namespace marrow
