#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "marrow/encoder.h"

namespace marrow::test {

/// A PairScorer that answers what a function says, and remembers the sizes of its calls.
class FakePairScorer final : public PairScorer {
 public:
  using Function = std::function<float(std::string_view query, std::string_view passage)>;

  explicit FakePairScorer(Function function) : function_(std::move(function)) { info_.name = "fake"; }

  const EncoderInfo& info() const noexcept override { return info_; }
  const std::vector<std::size_t>& call_sizes() const noexcept { return call_sizes_; }

 private:
  void do_score(std::span<const TextPair> pairs, std::span<float> out,
                const Progress& progress) const override {
    call_sizes_.push_back(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) out[i] = function_(pairs[i].query, pairs[i].passage);
    if (progress) progress(pairs.size(), pairs.size());
  }

  Function function_;
  EncoderInfo info_;
  mutable std::vector<std::size_t> call_sizes_;
};

}  // namespace marrow::test
