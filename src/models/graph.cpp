#include "models/graph.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/check.h"
#include "marrow/error.h"

namespace marrow {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 20> kNames = {
    "input",           "weight",      "gather",    "leading_rows", "add",         "linear",
    "layer_norm",      "gelu",        "tanh",      "relu",         "log1p",       "attention_bias",
    "split_heads",     "merge_heads", "attention", "first_token",  "drop_length", "fill_padding",
    "max_over_length", "concatenate",
};

bool is_fixed(const Axis& axis) noexcept { return axis.kind == Axis::Kind::fixed; }

bool is_matrix(const GraphShape& shape) noexcept {
  return shape.size() == 2 && is_fixed(shape[0]) && is_fixed(shape[1]);
}

bool is_vector(const GraphShape& shape, const Axis& width) noexcept {
  return shape.size() == 1 && shape[0] == width;
}

bool ends_with(const GraphShape& shape, const GraphShape& end) noexcept {
  return end.size() <= shape.size() && std::equal(end.rbegin(), end.rend(), shape.rbegin());
}

GraphShape with_last(GraphShape shape, const Axis& last) {
  shape.back() = last;
  return shape;
}

}  // namespace

std::string to_text(const GraphShape& shape) {
  std::string text = "[";
  for (const Axis& axis : shape) {
    if (text.size() > 1) text += ", ";
    text += axis.kind == Axis::Kind::batch    ? "batch"
            : axis.kind == Axis::Kind::length ? "length"
                                              : std::to_string(axis.size);
  }
  return text + ']';
}

std::string_view name_of(Operation operation) noexcept { return kNames[static_cast<std::size_t>(operation)]; }

OutputKind Graph::output_kind() const noexcept {
  return nodes_[index_of(output_)].shape.size() == 3 ? OutputKind::token_states : OutputKind::text_rows;
}

ValueId GraphBuilder::append(Operation operation, std::vector<ValueId> inputs, GraphShape shape) {
  Node node;
  node.operation = operation;
  node.inputs = std::move(inputs);
  node.shape = std::move(shape);
  nodes_.push_back(std::move(node));
  return ValueId(nodes_.size() - 1);
}

void GraphBuilder::require(bool holds, Operation operation, std::initializer_list<ValueId> inputs) const {
  if (holds) return;
  std::string message = "graph: " + std::string(name_of(operation)) + " cannot take ";
  for (const ValueId id : inputs) {
    if (id != *inputs.begin()) message += ", ";
    const Node& node = nodes_[index_of(id)];
    if (!node.name.empty()) message += quote(node.name) + ' ';
    if (node.operation == Operation::input) message += "int32 ";
    message += to_text(node.shape);
  }
  throw Error(ErrorCode::bad_input, message);
}

bool GraphBuilder::is_input(ValueId id) const noexcept {
  return nodes_[index_of(id)].operation == Operation::input;
}

/// Whether the value is [batch, positions, w] with a fixed w.
bool GraphBuilder::is_rows(ValueId id, Axis positions) const noexcept {
  const GraphShape& shape = shape_of(id);
  return shape.size() == 3 && shape[0] == kBatch && shape[1] == positions && is_fixed(shape[2]);
}

ValueId GraphBuilder::elementwise(Operation operation, ValueId x) {
  require(!is_input(x), operation, {x});
  return append(operation, {x}, shape_of(x));
}

ValueId GraphBuilder::input(GraphInput which) {
  const ValueId id = append(Operation::input, {}, {kBatch, kLength});
  nodes_.back().input = which;
  return id;
}

ValueId GraphBuilder::weight(std::string name, const Tensor& tensor) {
  GraphShape shape;
  for (const std::size_t size : tensor.shape) shape.push_back(fixed(size));
  const ValueId id = append(Operation::weight, {}, std::move(shape));
  nodes_.back().name = std::move(name);
  nodes_.back().weight = tensor;
  return id;
}

ValueId GraphBuilder::gather(ValueId table, ValueId indices) {
  require(is_matrix(shape_of(table)) && is_input(indices), Operation::gather, {table, indices});
  return append(Operation::gather, {table, indices}, {kBatch, kLength, shape_of(table)[1]});
}

ValueId GraphBuilder::leading_rows(ValueId table) {
  require(is_matrix(shape_of(table)), Operation::leading_rows, {table});
  return append(Operation::leading_rows, {table}, {kLength, shape_of(table)[1]});
}

ValueId GraphBuilder::add(ValueId a, ValueId b) {
  require(!is_input(a) && !is_input(b) && ends_with(shape_of(a), shape_of(b)), Operation::add, {a, b});
  return append(Operation::add, {a, b}, shape_of(a));
}

ValueId GraphBuilder::linear(ValueId x, ValueId weight) {
  const GraphShape& from = shape_of(x);
  const GraphShape& matrix = shape_of(weight);
  require(is_matrix(matrix) && !from.empty() && from.back() == matrix[1], Operation::linear, {x, weight});
  return append(Operation::linear, {x, weight}, with_last(from, matrix[0]));
}

ValueId GraphBuilder::layer_norm(ValueId x, ValueId scale, ValueId shift, float epsilon) {
  const GraphShape& shape = shape_of(x);
  require(!shape.empty() && is_fixed(shape.back()) && is_vector(shape_of(scale), shape.back()) &&
              is_vector(shape_of(shift), shape.back()),
          Operation::layer_norm, {x, scale, shift});
  const ValueId id = append(Operation::layer_norm, {x, scale, shift}, shape);
  nodes_.back().epsilon = epsilon;
  return id;
}

ValueId GraphBuilder::attention_bias(ValueId mask) {
  require(is_input(mask), Operation::attention_bias, {mask});
  return append(Operation::attention_bias, {mask}, {kBatch, fixed(1), fixed(1), kLength});
}

ValueId GraphBuilder::split_heads(ValueId x, std::size_t head_count) {
  const GraphShape& shape = shape_of(x);
  require(shape.size() == 3 && is_fixed(shape[2]) && head_count > 0 && shape[2].size % head_count == 0,
          Operation::split_heads, {x});
  const ValueId id = append(Operation::split_heads, {x},
                            {shape[0], fixed(head_count), shape[1], fixed(shape[2].size / head_count)});
  nodes_.back().head_count = head_count;
  return id;
}

ValueId GraphBuilder::merge_heads(ValueId x) {
  const GraphShape& shape = shape_of(x);
  require(shape.size() == 4 && is_fixed(shape[1]) && is_fixed(shape[3]), Operation::merge_heads, {x});
  return append(Operation::merge_heads, {x}, {shape[0], shape[2], fixed(shape[1].size * shape[3].size)});
}

ValueId GraphBuilder::attention(ValueId q, ValueId k, ValueId v, ValueId bias) {
  const GraphShape& query = shape_of(q);
  const GraphShape& keys = shape_of(k);
  const bool fits = query.size() == 4 && keys.size() == 4 && keys == shape_of(v) && query[0] == keys[0] &&
                    query[1] == keys[1] && query[3] == keys[3] && keys[2] == kLength &&
                    nodes_[index_of(bias)].operation == Operation::attention_bias;
  require(fits, Operation::attention, {q, k, v, bias});
  return append(Operation::attention, {q, k, v, bias}, query);
}

ValueId GraphBuilder::first_token(ValueId x) {
  require(is_rows(x, kLength), Operation::first_token, {x});
  return append(Operation::first_token, {x}, {kBatch, fixed(1), shape_of(x)[2]});
}

ValueId GraphBuilder::drop_length(ValueId x) {
  require(is_rows(x, fixed(1)), Operation::drop_length, {x});
  return append(Operation::drop_length, {x}, {kBatch, shape_of(x)[2]});
}

ValueId GraphBuilder::fill_padding(ValueId x, ValueId mask) {
  require(is_rows(x, kLength) && is_input(mask), Operation::fill_padding, {x, mask});
  return append(Operation::fill_padding, {x, mask}, shape_of(x));
}

ValueId GraphBuilder::max_over_length(ValueId x) {
  require(is_rows(x, kLength), Operation::max_over_length, {x});
  return append(Operation::max_over_length, {x}, {kBatch, shape_of(x)[2]});
}

ValueId GraphBuilder::concatenate(const std::vector<ValueId>& parts) {
  MARROW_ASSERT(!parts.empty());
  std::size_t width = 0;
  for (const ValueId part : parts) {
    const GraphShape& shape = shape_of(part);
    require(shape.size() == 2 && shape[0] == kBatch && is_fixed(shape[1]), Operation::concatenate, {part});
    width += shape[1].size;
  }
  return append(Operation::concatenate, parts, {kBatch, fixed(width)});
}

InputLimits GraphBuilder::limits() const {
  InputLimits limits;
  const auto narrow = [](std::size_t& limit, std::size_t rows) {
    limit = limit == 0 ? rows : std::min(limit, rows);
  };
  for (const Node& node : nodes_) {
    if (node.operation == Operation::leading_rows) narrow(limits.length, shape_of(node.inputs[0])[0].size);
    if (node.operation != Operation::gather) continue;
    const GraphInput by = nodes_[index_of(node.inputs[1])].input;
    narrow(by == GraphInput::types ? limits.types : limits.vocabulary, shape_of(node.inputs[0])[0].size);
  }
  return limits;
}

Graph GraphBuilder::build(ValueId output) && {
  const GraphShape& shape = shape_of(output);
  const bool is_text_row = shape.size() == 2 && shape[0] == kBatch && is_fixed(shape[1]);
  if (!is_text_row && !is_rows(output, kLength))
    throw Error(ErrorCode::bad_input, "graph: the output is " + to_text(shape) +
                                          ", expected [batch, length, width] or [batch, width]");
  Graph graph;
  graph.limits_ = limits();
  graph.nodes_ = std::move(nodes_);
  graph.output_ = output;
  return graph;
}

}  // namespace marrow
