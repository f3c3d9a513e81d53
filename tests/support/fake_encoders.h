#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "marrow/encoder.h"

namespace marrow::test {

/// A DenseEncoder that answers what a function says.
class FunctionDenseEncoder final : public DenseEncoder {
 public:
  using Function = std::function<std::vector<float>(std::string_view)>;

  FunctionDenseEncoder(std::size_t dimension, std::string identity, Function function)
      : dimension_(dimension), function_(std::move(function)) {
    info_.name = "fake-dense";
    info_.identity = std::move(identity);
  }
  std::size_t dimension() const noexcept override { return dimension_; }
  const EncoderInfo& info() const noexcept override { return info_; }

 private:
  void do_encode(std::span<const std::string_view> texts, TextRole, std::span<float> out,
                 const Progress&) const override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto row = function_(texts[i]);
      for (std::size_t j = 0; j < dimension_; ++j) out[i * dimension_ + j] = row[j];
    }
  }

  std::size_t dimension_;
  Function function_;
  EncoderInfo info_;
};

/// A SparseEncoder that answers what a function says; term t is called "t" and its number.
class FunctionSparseEncoder final : public SparseEncoder {
 public:
  using Function = std::function<SparseVector(std::string_view)>;

  FunctionSparseEncoder(std::size_t vocabulary_size, std::string identity, Function function)
      : vocabulary_size_(vocabulary_size), function_(std::move(function)) {
    info_.name = "fake-sparse";
    info_.identity = std::move(identity);
  }
  std::size_t vocabulary_size() const noexcept override { return vocabulary_size_; }
  const EncoderInfo& info() const noexcept override { return info_; }
  std::string term_text(TermId term) const override { return "t" + std::to_string(index_of(term)); }

 private:
  std::vector<SparseVector> do_encode(std::span<const std::string_view> texts, TextRole,
                                      const Progress&) const override {
    std::vector<SparseVector> vectors;
    for (const auto text : texts) vectors.push_back(function_(text));
    return vectors;
  }

  std::size_t vocabulary_size_;
  Function function_;
  EncoderInfo info_;
};

}  // namespace marrow::test
