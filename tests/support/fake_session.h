#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "models/session.h"

namespace marrow::test {

/// A network that is a function of one row, and remembers what shapes it was given.
/// The function must write out the whole row: length x width token states, or width values.
class FakeSession final : public Session {
 public:
  using RowFunction =
      std::function<void(std::span<const std::int32_t> ids, std::span<const std::int32_t> mask,
                         std::span<const std::int32_t> types, std::span<float> out)>;
  using Shape = std::pair<std::size_t, std::size_t>;  // batch size, length

  FakeSession(OutputKind kind, std::size_t width, RowFunction function, std::size_t threads = 2)
      : kind_(kind), width_(width), function_(std::move(function)) {
    runtime_ = {
        .name = "fake", .device = "CPU", .precision = "f32", .instruction_set = "any", .threads = threads};
  }

  OutputKind output_kind() const noexcept override { return kind_; }
  std::size_t width() const noexcept override { return width_; }
  const Runtime& runtime() const noexcept override { return runtime_; }
  std::unique_ptr<InferenceRequest> make_request() const override {
    const std::lock_guard lock(mutex_);
    ++request_count_;
    return std::make_unique<Request>(*this);
  }

  std::set<Shape> shapes() const {
    const std::lock_guard lock(mutex_);
    return shapes_;
  }
  std::size_t request_count() const {
    const std::lock_guard lock(mutex_);
    return request_count_;
  }

 private:
  class Request final : public InferenceRequest {
   public:
    explicit Request(const FakeSession& session) : session_(session) {}

    std::span<const float> run(const TokenBatch& batch) override {
      validate(batch, {});
      session_.remember({batch.batch_size, batch.length});
      const bool per_token = session_.kind_ == OutputKind::token_states;
      const std::size_t row_size = (per_token ? batch.length : 1) * session_.width_;
      output_.assign(batch.batch_size * row_size, 0.0F);
      for (std::size_t row = 0; row < batch.batch_size; ++row) {
        const auto of_row = [&](const std::vector<std::int32_t>& values) {
          return std::span(values).subspan(row * batch.length, batch.length);
        };
        session_.function_(of_row(batch.ids), of_row(batch.mask), of_row(batch.types),
                           std::span(output_).subspan(row * row_size, row_size));
      }
      return output_;
    }

   private:
    const FakeSession& session_;
    std::vector<float> output_;
  };

  void remember(Shape shape) const {
    const std::lock_guard lock(mutex_);
    shapes_.insert(shape);
  }

  OutputKind kind_;
  std::size_t width_;
  RowFunction function_;
  Runtime runtime_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::set<Shape> shapes_;
  mutable std::size_t request_count_ = 0;
};

}  // namespace marrow::test
