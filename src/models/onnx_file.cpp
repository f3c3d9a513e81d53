#include "models/onnx_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "io/protobuf_wire.h"
#include "marrow/error.h"

namespace marrow {
namespace {

static_assert(std::endian::native == std::endian::little, "raw_data is read as it lies");

// Field numbers of onnx.proto's messages.
enum class ModelField : std::uint32_t { graph = 7 };
enum class GraphField : std::uint32_t { node = 1, initializer = 5 };
enum class NodeField : std::uint32_t { input = 1, output = 2, name = 3, op_type = 4, attribute = 5 };
enum class AttributeField : std::uint32_t { name = 1, integer = 3 };
enum class TensorField : std::uint32_t {
  dims = 1,
  data_type = 2,
  segment = 3,
  float_data = 4,
  int32_data = 5,
  string_data = 6,
  int64_data = 7,
  name = 8,
  raw_data = 9,
  double_data = 10,
  uint64_data = 11,
  external_data = 13,
  data_location = 14,
};

/// TensorProto.DataType by its number; none for those that no weight has.
std::optional<ElementType> element_type_of(std::uint64_t data_type) noexcept {
  switch (data_type) {
    case 1:
      return ElementType::f32;
    case 2:
      return ElementType::u8;
    case 3:
      return ElementType::i8;
    case 4:
      return ElementType::u16;
    case 5:
      return ElementType::i16;
    case 6:
      return ElementType::i32;
    case 7:
      return ElementType::i64;
    case 9:
      return ElementType::boolean;
    case 10:
      return ElementType::f16;
    case 11:
      return ElementType::f64;
    case 12:
      return ElementType::u32;
    case 13:
      return ElementType::u64;
    case 16:
      return ElementType::bf16;
    default:
      return std::nullopt;
  }
}

/// The numbers of one initializer, gathered from whichever field holds them.
class TensorReader {
 public:
  TensorReader(ProtobufReader message, std::size_t offset, const std::shared_ptr<const void>& owner)
      : message_(message), offset_(offset), owner_(owner) {
    while (const auto field = message_.next()) take(*field);
  }

  const std::string& name() const noexcept { return name_; }

  Tensor tensor() const {
    const auto type = element_type_of(data_type_);
    if (!type) fail("data type " + std::to_string(data_type_) + " is not supported");
    Tensor tensor{*type, shape_, raw_, owner_};
    if (!has_raw_) own_numbers(tensor);
    if (byte_count(shape_, *type) != tensor.bytes.size())
      fail("holds " + std::to_string(tensor.bytes.size()) + " bytes, but the shape " + to_text(shape_) +
           " of " + std::string(name_of(*type)) + " needs another size");
    return tensor;
  }

 private:
  void take(const ProtobufField& field) {
    switch (TensorField{field.number}) {
      case TensorField::dims:
        return take_sizes(field);
      case TensorField::data_type:
        data_type_ = message_.integer(field);
        return;
      case TensorField::name:
        name_ = message_.text(field);
        return;
      case TensorField::float_data:
        return message_.append_fixed32(field, floats_);
      case TensorField::int32_data:
      case TensorField::int64_data:
        return message_.append_integers(field, integers_);
      case TensorField::raw_data:
        raw_ = message_.bytes(field);
        has_raw_ = true;
        return;
      case TensorField::data_location:
        if (message_.integer(field) != 0) fail("its numbers are in another file; only one file is read");
        return;
      case TensorField::external_data:
        fail("its numbers are in another file; only one file is read");
      case TensorField::segment:
      case TensorField::string_data:
      case TensorField::double_data:
      case TensorField::uint64_data:
        fail("its numbers are in field " + std::to_string(field.number) +
             ", expected raw_data, float_data, int32_data or int64_data");
      default:
        return;
    }
  }

  void take_sizes(const ProtobufField& field) {
    std::vector<std::uint64_t> sizes;
    message_.append_integers(field, sizes);
    shape_.insert(shape_.end(), sizes.begin(), sizes.end());
  }

  void own_numbers(Tensor& tensor) const {
    if (tensor.type == ElementType::f64) return;  // only as raw_data
    const std::size_t width = bytes_of(tensor.type);
    const bool from_floats = tensor.type == ElementType::f32;
    auto owned = std::make_shared<std::vector<std::byte>>();
    owned->reserve(width * (from_floats ? floats_.size() : integers_.size()));
    const auto append = [&](const auto& number) {
      const auto bytes = std::as_bytes(std::span(&number, 1)).first(width);
      owned->insert(owned->end(), bytes.begin(), bytes.end());
    };
    if (from_floats) {
      std::ranges::for_each(floats_, append);
    } else {
      std::ranges::for_each(integers_, append);
    }
    tensor.bytes = *owned;
    tensor.owner = owned;
  }

  [[noreturn]] void fail(const std::string& message) const {
    message_.fail(offset_, "initializer " + quote(name_) + ": " + message);
  }

  ProtobufReader message_;
  std::size_t offset_;
  const std::shared_ptr<const void>& owner_;
  std::string name_;
  std::uint64_t data_type_ = 0;
  TensorShape shape_;
  std::vector<std::uint32_t> floats_;    // float_data, as bits
  std::vector<std::uint64_t> integers_;  // int32_data and int64_data; narrower types are the low bytes
  std::span<const std::byte> raw_;
  bool has_raw_ = false;
};

bool is_set(ProtobufReader attribute, std::string_view wanted) {
  std::string_view name;
  std::uint64_t value = 0;
  while (const auto field = attribute.next()) {
    if (AttributeField{field->number} == AttributeField::name) name = attribute.text(*field);
    if (AttributeField{field->number} == AttributeField::integer) value = attribute.integer(*field);
  }
  return name == wanted && value != 0;
}

OnnxNode read_node(ProtobufReader message) {
  OnnxNode node;
  while (const auto field = message.next()) {
    switch (NodeField{field->number}) {
      case NodeField::input:
        node.inputs.emplace_back(message.text(*field));
        break;
      case NodeField::output:
        node.outputs.emplace_back(message.text(*field));
        break;
      case NodeField::name:
        node.name = message.text(*field);
        break;
      case NodeField::op_type:
        node.kind = message.text(*field);
        break;
      case NodeField::attribute:
        if (is_set(message.message(*field), "transB")) node.transposes_b = true;
        break;
      default:
        break;
    }
  }
  return node;
}

OnnxFile read_graph(ProtobufReader graph, const std::shared_ptr<const void>& owner,
                    const std::string& source) {
  std::vector<OnnxNode> nodes;
  Weights::Map initializers;
  while (const auto field = graph.next()) {
    if (GraphField{field->number} == GraphField::node) nodes.push_back(read_node(graph.message(*field)));
    if (GraphField{field->number} != GraphField::initializer) continue;
    const TensorReader reader(graph.message(*field), field->offset, owner);
    if (!initializers.emplace(reader.name(), reader.tensor()).second)
      graph.fail(field->offset, "initializer " + quote(reader.name()) + " stands twice");
  }
  return {std::move(nodes), Weights(source, std::move(initializers))};
}

}  // namespace

OnnxFile parse_onnx(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                    const std::string& source) {
  ProtobufReader model(bytes, source);
  std::optional<ProtobufField> graph;
  while (const auto field = model.next()) {
    if (ModelField{field->number} != ModelField::graph) continue;
    if (graph) model.fail(field->offset, "a second graph, expected one");
    graph = *field;
  }
  if (!graph) throw Error(ErrorCode::bad_input, source + ": not an ONNX model: it has no graph");
  return read_graph(model.message(*graph), owner, source);
}

}  // namespace marrow
