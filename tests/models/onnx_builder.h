#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/protobuf_wire.h"

/// Builds small ONNX files, field by field, for tests.
namespace marrow::test {

/// TensorProto.DataType
enum class OnnxType : std::uint64_t {
  f32 = 1,
  u8 = 2,
  i8 = 3,
  i32 = 6,
  i64 = 7,
  f16 = 10,
  f64 = 11,
  bf16 = 16
};

/// An initializer without numbers: name, type and sizes.
inline ProtobufWriter onnx_tensor(std::string_view name, OnnxType type,
                                  const std::vector<std::uint64_t>& sizes) {
  ProtobufWriter tensor;
  tensor.packed_integers(1, sizes);
  tensor.integer(2, static_cast<std::uint64_t>(type));
  tensor.text(8, name);
  return tensor;
}

inline ProtobufWriter raw_tensor(std::string_view name, OnnxType type,
                                 const std::vector<std::uint64_t>& sizes, std::string_view raw) {
  ProtobufWriter tensor = onnx_tensor(name, type, sizes);
  tensor.text(9, raw);
  return tensor;
}

inline ProtobufWriter float_tensor(std::string_view name, const std::vector<std::uint64_t>& sizes,
                                   const std::vector<float>& values) {
  ProtobufWriter tensor = onnx_tensor(name, OnnxType::f32, sizes);
  tensor.packed_floats(4, values);
  return tensor;
}

inline ProtobufWriter onnx_node(std::string_view name, std::string_view kind,
                                const std::vector<std::string>& inputs,
                                const std::vector<std::string>& outputs) {
  ProtobufWriter node;
  for (const auto& input : inputs) node.text(1, input);
  for (const auto& output : outputs) node.text(2, output);
  node.text(3, name);
  node.text(4, kind);
  return node;
}

/// A model with these nodes and initializers and nothing else.
inline std::string onnx_model(const std::vector<ProtobufWriter>& nodes,
                              const std::vector<ProtobufWriter>& initializers) {
  ProtobufWriter graph;
  for (const auto& node : nodes) graph.message(1, node);
  for (const auto& tensor : initializers) graph.message(5, tensor);
  ProtobufWriter model;
  model.integer(1, 7);
  model.message(7, graph);
  return std::string(model.encoded());
}

/// A graph's input or output; a size of 0 is free, and no sizes at all leave the rank open too.
inline ProtobufWriter onnx_value(std::string_view name, OnnxType type,
                                 const std::vector<std::uint64_t>& sizes) {
  ProtobufWriter shape;
  for (const std::uint64_t size : sizes) {
    ProtobufWriter dimension;
    if (size == 0) {
      dimension.text(2, "free");
    } else {
      dimension.integer(1, size);
    }
    shape.message(1, dimension);
  }
  ProtobufWriter tensor;
  tensor.integer(1, static_cast<std::uint64_t>(type));
  if (!sizes.empty()) tensor.message(2, shape);
  ProtobufWriter kind;
  kind.message(1, tensor);
  ProtobufWriter value;
  value.text(1, name);
  value.message(2, kind);
  return value;
}

struct OnnxNetwork {
  std::vector<ProtobufWriter> nodes;
  std::vector<ProtobufWriter> initializers;
  std::vector<ProtobufWriter> inputs;
  std::vector<ProtobufWriter> outputs;
};

/// A model that can run (operator set 13).
inline std::string onnx_model(const OnnxNetwork& network) {
  ProtobufWriter graph;
  for (const auto& node : network.nodes) graph.message(1, node);
  graph.text(2, "network");
  for (const auto& tensor : network.initializers) graph.message(5, tensor);
  for (const auto& value : network.inputs) graph.message(11, value);
  for (const auto& value : network.outputs) graph.message(12, value);
  ProtobufWriter operators;
  operators.text(1, "");
  operators.integer(2, 13);
  ProtobufWriter model;
  model.integer(1, 7);
  model.message(7, graph);
  model.message(8, operators);
  return std::string(model.encoded());
}

}  // namespace marrow::test
