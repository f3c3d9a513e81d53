#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace marrow {

/// A value made when it is first asked for. Making that throws is tried again the next time.
/// Thread safety: get() may be called from several threads at once; one of them makes the value.
template <class Value>
class Lazy {
 public:
  explicit Lazy(std::function<std::unique_ptr<const Value>()> make) : make_(std::move(make)) {}

  const Value& get() const {
    const std::lock_guard lock(mutex_);  // guards value_; make_ must not ask for the same value
    if (!value_) value_ = make_();
    return *value_;
  }

 private:
  std::function<std::unique_ptr<const Value>()> make_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const Value> value_;
};

}  // namespace marrow
