#pragma once

#include <cstddef>
#include <functional>
#include <memory>

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

/// Cores this process may use (its affinity mask), at least 1.
std::size_t available_cores() noexcept;

}  // namespace marrow
