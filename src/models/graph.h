#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/session.h"
#include "models/tensor.h"

/// A network as data: what a model family writes and a runtime reads. It knows no runtime; a runtime is one
/// file that walks `Graph::nodes()` once and says each operation in its own words.
namespace marrow {

/// One axis of a value: a size known from the model, or one that each batch brings.
struct Axis {
  enum class Kind : std::uint8_t { fixed, batch, length };
  Kind kind = Kind::fixed;
  std::size_t size = 1;  ///< of a fixed axis; 0 for the others
  friend bool operator==(const Axis&, const Axis&) = default;
};
constexpr Axis kBatch{Axis::Kind::batch, 0};
constexpr Axis kLength{Axis::Kind::length, 0};
constexpr Axis fixed(std::size_t size) noexcept { return {Axis::Kind::fixed, size}; }

using GraphShape = std::vector<Axis>;
/// "[batch, length, 384]"
std::string to_text(const GraphShape& shape);

/// A value of a graph: the place of the node that computes it.
enum class ValueId : std::uint32_t {};
constexpr std::size_t index_of(ValueId id) noexcept { return static_cast<std::size_t>(id); }

/// What a batch brings; each is int32 [batch, length].
enum class GraphInput : std::uint8_t { ids, mask, types };

/// The operations. Values are float32 unless said otherwise; `…` stands for any leading axes.
/// "inputs" are a node's, in this order.
enum class Operation : std::uint8_t {
  input,         ///< no inputs; Node::input says which; int32 [batch, length]
  weight,        ///< no inputs; Node::weight, read as float32 whatever its type
  gather,        ///< table [n, w], indices int32 [batch, length] → their rows [batch, length, w]
  leading_rows,  ///< table [n, w] → its first `length` rows [length, w]; length is at most n
  add,           ///< a, b → a + b; b's shape ends a's, and is repeated over a's other axes
  linear,        ///< x […, in], w [out, in] → x · wᵀ […, out]
  layer_norm,    ///< x […, w], scale [w], shift [w] → (x − mean) / √(variance + ε) · scale + shift,
                 ///< mean and variance (over w, not w − 1) of the last axis; ε is Node::epsilon
  gelu,          ///< x → x · Φ(x) by the error function, not its tanh approximation
  tanh,          ///< x → tanh x
  relu,          ///< x → max(x, 0)
  log1p,         ///< x → ln(1 + x)
  attention_bias,   ///< mask → 0 for a token, −1e9 for padding [batch, 1, 1, length]. Finite, so that a
                    ///< wholly padded row gives numbers
  split_heads,      ///< x [batch, l, h · w] → [batch, h, l, w]; h is Node::head_count
  merge_heads,      ///< x [batch, h, l, w] → [batch, l, h · w]
  attention,        ///< q [batch, h, l, w], k and v [batch, h, length, w], bias [batch, 1, 1, length]
                    ///< → softmax(q · kᵀ / √w + bias) · v [batch, h, l, w]
  first_token,      ///< x [batch, length, w] → its first position [batch, 1, w]
  drop_length,      ///< x [batch, 1, w] → [batch, w]
  fill_padding,     ///< x [batch, length, w], mask → x with each padded position replaced by the first
  max_over_length,  ///< x [batch, length, w] → the maximum over positions [batch, w]
  concatenate,      ///< parts [batch, w1], [batch, w2], … → [batch, w1 + w2 + …]
};

/// "layer_norm"
std::string_view name_of(Operation operation) noexcept;

struct Node {
  Operation operation = Operation::input;
  std::vector<ValueId> inputs;  ///< all before this node
  GraphShape shape;             ///< of the value it computes
  std::string name;             ///< of a weight
  Tensor weight;
  GraphInput input = GraphInput::ids;
  std::size_t head_count = 0;
  float epsilon = 0.0F;
};

/// A finished network: nodes in an order in which each comes after its inputs, and one output of shape
/// [batch, length, width] (token_states) or [batch, width] (text_rows).
/// Thread safety: immutable, freely shared.
class Graph {
 public:
  std::span<const Node> nodes() const noexcept { return nodes_; }
  ValueId output() const noexcept { return output_; }
  OutputKind output_kind() const noexcept;
  std::size_t width() const noexcept { return nodes_[index_of(output_)].shape.back().size; }
  /// From the tables: rows of leading_rows, and of those gathered by ids and by types.
  const InputLimits& limits() const noexcept { return limits_; }

 private:
  friend class GraphBuilder;
  std::vector<Node> nodes_;
  ValueId output_{};
  InputLimits limits_;
};

/// Writes a graph, one operation a call, in the order of Operation's table. Each call checks its inputs'
/// shapes and throws bad_input naming the operation, the shapes and the weight.
/// Thread safety: none.
class GraphBuilder {
 public:
  ValueId input(GraphInput which);
  ValueId weight(std::string name, const Tensor& tensor);
  ValueId gather(ValueId table, ValueId indices);
  ValueId leading_rows(ValueId table);
  ValueId add(ValueId a, ValueId b);
  ValueId linear(ValueId x, ValueId weight);
  ValueId layer_norm(ValueId x, ValueId scale, ValueId shift, float epsilon);
  ValueId gelu(ValueId x) { return elementwise(Operation::gelu, x); }
  ValueId tanh(ValueId x) { return elementwise(Operation::tanh, x); }
  ValueId relu(ValueId x) { return elementwise(Operation::relu, x); }
  ValueId log1p(ValueId x) { return elementwise(Operation::log1p, x); }
  ValueId attention_bias(ValueId mask);
  ValueId split_heads(ValueId x, std::size_t head_count);
  ValueId merge_heads(ValueId x);
  ValueId attention(ValueId q, ValueId k, ValueId v, ValueId bias);
  ValueId first_token(ValueId x);
  ValueId drop_length(ValueId x);
  ValueId fill_padding(ValueId x, ValueId mask);
  ValueId max_over_length(ValueId x);
  ValueId concatenate(const std::vector<ValueId>& parts);

  /// Ends the graph. Throws bad_input unless `output` has one of the two shapes of Graph.
  Graph build(ValueId output) &&;

 private:
  const GraphShape& shape_of(ValueId id) const noexcept { return nodes_[index_of(id)].shape; }
  ValueId append(Operation operation, std::vector<ValueId> inputs, GraphShape shape);
  ValueId elementwise(Operation operation, ValueId x);
  void require(bool holds, Operation operation, std::initializer_list<ValueId> inputs) const;
  bool is_input(ValueId id) const noexcept;
  bool is_rows(ValueId id, Axis positions) const noexcept;
  InputLimits limits() const;

  std::vector<Node> nodes_;
};

}  // namespace marrow
