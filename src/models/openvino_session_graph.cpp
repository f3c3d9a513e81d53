#include <algorithm>
#include <openvino/opsets/opset13.hpp>
#include <utility>
#include <vector>

#include "core/check.h"
#include "models/openvino_session.h"

namespace marrow {
namespace {

namespace op = ov::opset13;
using Value = ov::Output<ov::Node>;

template <class Node, class... Arguments>
Value make(Arguments&&... arguments) {
  return std::make_shared<Node>(std::forward<Arguments>(arguments)...)->output(0);
}

Value number(float value) { return op::Constant::create(ov::element::f32, {}, {value})->output(0); }

Value integers(const std::vector<std::int32_t>& values) {
  return op::Constant::create(ov::element::i32, {values.size()}, values)->output(0);
}

std::int32_t to_i32(std::size_t size) { return static_cast<std::int32_t>(size); }

ov::element::Type element_of(ElementType type) {
  switch (type) {
    case ElementType::f16:
      return ov::element::f16;
    case ElementType::bf16:
      return ov::element::bf16;
    default:
      return ov::element::f32;
  }
}

/// The weight's bytes in place when their address suits their type, else a copy.
Value constant(const Tensor& tensor) {
  const auto type = element_of(tensor.type);
  const auto address = reinterpret_cast<std::uintptr_t>(tensor.bytes.data());
  const auto made = address % bytes_of(tensor.type) == 0
                        ? std::make_shared<op::Constant>(type, ov::Shape(tensor.shape), tensor.bytes.data(),
                                                         std::const_pointer_cast<void>(tensor.owner))
                        : std::make_shared<op::Constant>(type, ov::Shape(tensor.shape), tensor.bytes.data());
  return type == ov::element::f32 ? made->output(0) : make<op::Convert>(made, ov::element::f32);
}

class Lowering {
 public:
  explicit Lowering(const Graph& graph) : graph_(graph) {
    for (const Node& node : graph.nodes()) {
      if (node.operation == Operation::input) add_parameter(node.input);
    }
    for (const Node& node : graph.nodes()) values_.push_back(lower(node));
  }

  OpenVinoModel model() const {
    const auto result = std::make_shared<op::Result>(values_[index_of(graph_.output())]);
    return std::make_shared<ov::Model>(ov::ResultVector{result}, parameters_, "marrow");
  }

 private:
  void add_parameter(GraphInput input) {
    const char* const name = kInputNames[static_cast<std::size_t>(input)];
    if (parameter_of(input) != nullptr) return;
    const auto parameter = std::make_shared<op::Parameter>(ov::element::i32, ov::PartialShape{-1, -1});
    parameter->set_friendly_name(name);
    parameter->output(0).set_names({name});
    parameters_.push_back(parameter);
  }

  std::shared_ptr<op::Parameter> parameter_of(GraphInput input) const {
    const char* const name = kInputNames[static_cast<std::size_t>(input)];
    const auto found = std::ranges::find_if(
        parameters_, [&](const auto& parameter) { return parameter->get_friendly_name() == name; });
    return found == parameters_.end() ? nullptr : *found;
  }

  Value in(const Node& node, std::size_t i) const { return values_[index_of(node.inputs[i])]; }

  Value lower(const Node& node) const {
    switch (node.operation) {
      case Operation::input:
        return parameter_of(node.input)->output(0);
      case Operation::weight:
        return constant(node.weight);
      case Operation::gather:
        return make<op::Gather>(in(node, 0), in(node, 1), integers({0}));
      case Operation::leading_rows:
        return make<op::Slice>(in(node, 0), integers({0}), length(), integers({1}), integers({0}));
      case Operation::add:
        return make<op::Add>(in(node, 0), in(node, 1));
      case Operation::linear:
        return make<op::MatMul>(in(node, 0), in(node, 1), false, true);
      case Operation::layer_norm:
        return layer_norm(node);
      case Operation::gelu:
        return make<op::Gelu>(in(node, 0), ov::op::GeluApproximationMode::ERF);
      case Operation::tanh:
        return make<op::Tanh>(in(node, 0));
      case Operation::relu:
        return make<op::Relu>(in(node, 0));
      case Operation::log1p:
        return make<op::Log>(make<op::Add>(in(node, 0), number(1.0F)));
      default:
        return lower_sequence(node);
    }
  }

  /// The operations that know positions and heads.
  Value lower_sequence(const Node& node) const {
    Value x = in(node, 0);
    switch (node.operation) {
      case Operation::attention_bias:
        return attention_bias(x);
      case Operation::split_heads:
        return split_heads(x, node);
      case Operation::merge_heads:
        return make<op::Reshape>(make<op::Transpose>(x, integers({0, 2, 1, 3})),
                                 integers({0, 0, to_i32(node.shape.back().size)}), true);
      case Operation::attention:
        return make<op::ScaledDotProductAttention>(x, in(node, 1), in(node, 2), in(node, 3), false);
      case Operation::first_token:
        return first_position(x);
      case Operation::drop_length:
        return make<op::Squeeze>(x, integers({1}));
      case Operation::fill_padding:
        return fill_padding(x, in(node, 1));
      case Operation::max_over_length:
        return make<op::ReduceMax>(x, integers({1}), false);
      case Operation::concatenate:
        return concatenate(node);
      default:
        MARROW_ASSERT(false);
        return x;
    }
  }

  /// The batch's length, int32 [1].
  Value length() const {
    const Value shape = make<op::ShapeOf>(parameters_.front()->output(0), ov::element::i32);
    return make<op::Gather>(shape, integers({1}), integers({0}));
  }

  Value layer_norm(const Node& node) const {
    const Value standard =
        make<op::MVN>(in(node, 0), integers({-1}), true, node.epsilon, ov::op::MVNEpsMode::INSIDE_SQRT);
    return make<op::Add>(make<op::Multiply>(standard, in(node, 1)), in(node, 2));
  }

  static Value attention_bias(const Value& mask) {
    const Value ones = make<op::Unsqueeze>(make<op::Convert>(mask, ov::element::f32), integers({1, 2}));
    return make<op::Multiply>(make<op::Subtract>(ones, number(1.0F)), number(1e9F));
  }

  static Value split_heads(const Value& x, const Node& node) {
    const auto sizes = integers({0, 0, to_i32(node.head_count), to_i32(node.shape.back().size)});
    return make<op::Transpose>(make<op::Reshape>(x, sizes, true), integers({0, 2, 1, 3}));
  }

  static Value first_position(const Value& x) {
    return make<op::Slice>(x, integers({0}), integers({1}), integers({1}), integers({1}));
  }

  static Value fill_padding(const Value& x, const Value& mask) {
    const Value is_token = make<op::Greater>(make<op::Unsqueeze>(mask, integers({2})), integers({0}));
    return make<op::Select>(is_token, x, first_position(x));
  }

  Value concatenate(const Node& node) const {
    ov::OutputVector parts;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) parts.push_back(in(node, i));
    return parts.size() == 1 ? parts.front() : make<op::Concat>(parts, 1);
  }

  const Graph& graph_;
  ov::ParameterVector parameters_;
  std::vector<Value> values_;
};

}  // namespace

OpenVinoModel lower(const Graph& graph) {
  return translated(ErrorCode::io, "cannot build the network", [&] { return Lowering(graph).model(); });
}

}  // namespace marrow
