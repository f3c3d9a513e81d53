#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "models/graph.h"

/// A second runtime, as plain as can be: every operation as its comment says, in double precision.
namespace marrow::test {

/// A value: its sizes, with batch and length filled in, and its numbers in row-major order.
struct NaiveValue {
  std::vector<std::size_t> sizes;
  std::vector<double> numbers;
  std::size_t width() const { return sizes.back(); }
  std::size_t rows() const { return numbers.size() / width(); }
};

class NaiveRuntime {
 public:
  NaiveRuntime(const Graph& graph, const TokenBatch& batch) : batch_(batch) {
    for (const Node& node : graph.nodes()) {
      NaiveValue value = compute(node);
      value.sizes = sizes_of(node.shape);
      values_.push_back(std::move(value));
    }
    output_ = values_[index_of(graph.output())];
  }

  const std::vector<double>& output() const noexcept { return output_.numbers; }

 private:
  std::vector<std::size_t> sizes_of(const GraphShape& shape) const {
    std::vector<std::size_t> sizes;
    for (const Axis& axis : shape)
      sizes.push_back(axis == kBatch ? batch_.batch_size : axis == kLength ? batch_.length : axis.size);
    return sizes;
  }

  const NaiveValue& in(const Node& node, std::size_t i) const { return values_[index_of(node.inputs[i])]; }

  NaiveValue compute(const Node& node) const {
    switch (node.operation) {
      case Operation::input:
        return input(node.input);
      case Operation::weight:
        return weight(node.weight);
      case Operation::gather:
        return gather(in(node, 0), in(node, 1));
      case Operation::leading_rows:
        return leading_rows(in(node, 0));
      case Operation::add:
        return add(in(node, 0), in(node, 1));
      case Operation::linear:
        return linear(in(node, 0), in(node, 1));
      case Operation::layer_norm:
        return layer_norm(node);
      case Operation::gelu:
        return each(in(node, 0), [](double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); });
      case Operation::tanh:
        return each(in(node, 0), [](double x) { return std::tanh(x); });
      case Operation::relu:
        return each(in(node, 0), [](double x) { return std::max(x, 0.0); });
      case Operation::log1p:
        return each(in(node, 0), [](double x) { return std::log1p(x); });
      case Operation::attention_bias:
        return each(in(node, 0), [](double mask) { return mask > 0 ? 0.0 : -1e9; });
      case Operation::split_heads:
        return split_heads(in(node, 0), node.head_count);
      case Operation::merge_heads:
        return merge_heads(in(node, 0));
      case Operation::attention:
        return attention(node);
      case Operation::first_token:
        return first_token(in(node, 0));
      case Operation::drop_length:
        return in(node, 0);
      case Operation::fill_padding:
        return fill_padding(in(node, 0), in(node, 1));
      case Operation::max_over_length:
        return max_over_length(in(node, 0));
      case Operation::concatenate:
        return concatenate(node);
    }
    return {};
  }

  NaiveValue input(GraphInput which) const {
    const auto& numbers = which == GraphInput::ids    ? batch_.ids
                          : which == GraphInput::mask ? batch_.mask
                                                      : batch_.types;
    return {{}, {numbers.begin(), numbers.end()}};
  }

  static double number_at(const Tensor& tensor, std::size_t i) {
    if (tensor.type == ElementType::f32) {
      float value = 0;
      std::memcpy(&value, tensor.bytes.data() + i * 4, 4);
      return value;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, tensor.bytes.data() + i * 2, 2);
    if (tensor.type == ElementType::bf16) return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    const double fraction = (bits & 0x3FF) / 1024.0;
    const int exponent = (bits >> 10) & 31;
    const double size = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
    return (bits & 0x8000) != 0 ? -size : size;
  }

  static NaiveValue weight(const Tensor& tensor) {
    NaiveValue value;
    const std::size_t count = tensor.bytes.size() / bytes_of(tensor.type);
    for (std::size_t i = 0; i < count; ++i) value.numbers.push_back(number_at(tensor, i));
    return value;
  }

  static NaiveValue each(NaiveValue x, const std::function<double(double)>& function) {
    for (double& number : x.numbers) number = function(number);
    return x;
  }

  static NaiveValue gather(const NaiveValue& table, const NaiveValue& indices) {
    NaiveValue out;
    for (const double index : indices.numbers) {
      const auto* const row = table.numbers.data() + static_cast<std::size_t>(index) * table.width();
      out.numbers.insert(out.numbers.end(), row, row + table.width());
    }
    return out;
  }

  NaiveValue leading_rows(NaiveValue table) const {
    table.numbers.resize(batch_.length * table.width());
    return table;
  }

  static NaiveValue add(NaiveValue a, const NaiveValue& b) {
    for (std::size_t i = 0; i < a.numbers.size(); ++i) a.numbers[i] += b.numbers[i % b.numbers.size()];
    return a;
  }

  static NaiveValue linear(const NaiveValue& x, const NaiveValue& weight) {
    NaiveValue out;
    for (std::size_t row = 0; row < x.rows(); ++row) {
      for (std::size_t o = 0; o < weight.rows(); ++o) {
        double sum = 0;
        for (std::size_t i = 0; i < x.width(); ++i)
          sum += x.numbers[row * x.width() + i] * weight.numbers[o * x.width() + i];
        out.numbers.push_back(sum);
      }
    }
    return out;
  }

  NaiveValue layer_norm(const Node& node) const {
    NaiveValue x = in(node, 0);
    const std::size_t width = x.width();
    for (std::size_t row = 0; row < x.rows(); ++row) {
      double* const values = x.numbers.data() + row * width;
      double mean = 0;
      for (std::size_t i = 0; i < width; ++i) mean += values[i] / static_cast<double>(width);
      double variance = 0;
      for (std::size_t i = 0; i < width; ++i)
        variance += (values[i] - mean) * (values[i] - mean) / static_cast<double>(width);
      for (std::size_t i = 0; i < width; ++i)
        values[i] = (values[i] - mean) / std::sqrt(variance + node.epsilon) * in(node, 1).numbers[i] +
                    in(node, 2).numbers[i];
    }
    return x;
  }

  /// [b, l, h · w] as [b, h, l, w] when `split`, else the other way.
  static NaiveValue permuted(const NaiveValue& x, std::size_t batches, std::size_t heads, std::size_t length,
                             bool split) {
    NaiveValue out = x;
    const std::size_t width = x.numbers.size() / (batches * heads * length);
    for (std::size_t b = 0; b < batches; ++b) {
      for (std::size_t h = 0; h < heads; ++h) {
        for (std::size_t l = 0; l < length; ++l) {
          const std::size_t joined = ((b * length + l) * heads + h) * width;
          const std::size_t apart = ((b * heads + h) * length + l) * width;
          std::copy_n(x.numbers.begin() + static_cast<std::ptrdiff_t>(split ? joined : apart), width,
                      out.numbers.begin() + static_cast<std::ptrdiff_t>(split ? apart : joined));
        }
      }
    }
    return out;
  }

  static NaiveValue split_heads(const NaiveValue& x, std::size_t heads) {
    return permuted(x, x.sizes[0], heads, x.sizes[1], true);
  }

  static NaiveValue merge_heads(const NaiveValue& x) {
    return permuted(x, x.sizes[0], x.sizes[1], x.sizes[2], false);
  }

  NaiveValue attention(const Node& node) const {
    const NaiveValue& q = in(node, 0);
    NaiveValue out;
    for (std::size_t b = 0; b < q.sizes[0]; ++b) {
      for (std::size_t h = 0; h < q.sizes[1]; ++h) {
        for (std::size_t l = 0; l < q.sizes[2]; ++l) attend(node, b, h, l, out.numbers);
      }
    }
    return out;
  }

  void attend(const Node& node, std::size_t b, std::size_t h, std::size_t l, std::vector<double>& out) const {
    const NaiveValue& q = in(node, 0);
    const NaiveValue& k = in(node, 1);
    const NaiveValue& v = in(node, 2);
    const std::size_t width = q.width();
    const std::size_t length = k.sizes[2];
    const double* const query = q.numbers.data() + ((b * q.sizes[1] + h) * q.sizes[2] + l) * width;
    const std::size_t first = (b * q.sizes[1] + h) * length;
    std::vector<double> weights(length);
    for (std::size_t j = 0; j < length; ++j) {
      double dot = 0;
      for (std::size_t i = 0; i < width; ++i) dot += query[i] * k.numbers[(first + j) * width + i];
      // In single precision: all that a wholly padded row has is that -1e9 swallows its logits.
      weights[j] = static_cast<float>(dot / std::sqrt(static_cast<double>(width)) +
                                      in(node, 3).numbers[b * length + j]);
    }
    const double largest = *std::max_element(weights.begin(), weights.end());
    double total = 0;
    for (double& weight : weights) total += weight = std::exp(weight - largest);
    for (std::size_t i = 0; i < width; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < length; ++j) sum += weights[j] / total * v.numbers[(first + j) * width + i];
      out.push_back(sum);
    }
  }

  static NaiveValue first_token(const NaiveValue& x) {
    NaiveValue out;
    for (std::size_t b = 0; b < x.sizes[0]; ++b) {
      const double* const row = x.numbers.data() + b * x.sizes[1] * x.width();
      out.numbers.insert(out.numbers.end(), row, row + x.width());
    }
    return out;
  }

  static NaiveValue fill_padding(NaiveValue x, const NaiveValue& mask) {
    const std::size_t width = x.width();
    for (std::size_t row = 0; row < x.rows(); ++row) {
      const std::size_t first = row / x.sizes[1] * x.sizes[1];
      for (std::size_t i = 0; i < width && mask.numbers[row] == 0; ++i)
        x.numbers[row * width + i] = x.numbers[first * width + i];
    }
    return x;
  }

  static NaiveValue max_over_length(const NaiveValue& x) {
    NaiveValue out = first_token(x);
    for (std::size_t row = 0; row < x.rows(); ++row) {
      for (std::size_t i = 0; i < x.width(); ++i) {
        double& best = out.numbers[row / x.sizes[1] * x.width() + i];
        best = std::max(best, x.numbers[row * x.width() + i]);
      }
    }
    return out;
  }

  NaiveValue concatenate(const Node& node) const {
    NaiveValue out;
    for (std::size_t b = 0; b < batch_.batch_size; ++b) {
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const NaiveValue& part = in(node, i);
        const double* const row = part.numbers.data() + b * part.width();
        out.numbers.insert(out.numbers.end(), row, row + part.width());
      }
    }
    return out;
  }

  const TokenBatch& batch_;
  std::vector<NaiveValue> values_;
  NaiveValue output_;
};

}  // namespace marrow::test
