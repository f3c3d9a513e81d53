#include "models/onnx_weights.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "io/mapped_file.h"
#include "marrow/error.h"
#include "models/onnx_file.h"
#include "models/safetensors.h"

namespace marrow {
namespace {

constexpr std::string_view kQuantized = "_quantized";
constexpr std::string_view kScale = "_scale";
constexpr std::string_view kZeroPoint = "_zero_point";
constexpr std::string_view kWeight = ".weight";
constexpr std::string_view kBias = ".bias";

std::string without_suffix(const std::string& text, std::string_view suffix) {
  return text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text;
}

/// Dotted, as in a checkpoint; neither made up by the exporter ("onnx::MatMul_12", "1234") nor a node's
/// output.
bool is_parameter_name(std::string_view name) noexcept {
  return name.find('.') != std::string_view::npos && name.find("::") == std::string_view::npos &&
         name.find('/') == std::string_view::npos && (name[0] < '0' || name[0] > '9');
}

/// "/encoder/layer.0/attention/self/query/MatMul" as "encoder.layer.0.attention.self.query"; empty when the
/// name has no path.
std::string module_of(const std::string& node_name) {
  const std::size_t last = node_name.rfind('/');
  if (last == std::string::npos || last == 0) return {};
  std::string path = node_name.substr(0, last);
  path.erase(0, path.find_first_not_of('/'));
  std::ranges::replace(path, '/', '.');
  return path;
}

/// The layer a linear weight belongs to, by node and by wiring.
class LinearNames {
 public:
  explicit LinearNames(const OnnxFile& file) {
    for (const OnnxNode& node : file.nodes) {
      if (node.kind != "Add" || node.inputs.size() != 2) continue;
      for (std::size_t i = 0; i < 2; ++i) {
        if (node.inputs[i].ends_with(kBias)) bias_behind_.emplace(node.inputs[1 - i], node.inputs[i]);
      }
    }
  }

  /// The name that the weight in input 1 of `node` had in the checkpoint; empty when nothing tells.
  std::string weight_name(const OnnxNode& node) const {
    std::string own = without_suffix(node.inputs[1], kQuantized);
    if (is_parameter_name(own) && own.ends_with(kWeight)) return own;
    const std::string module = module_of(node.name);
    if (is_parameter_name(module)) return module + std::string(kWeight);
    const auto bias = node.outputs.empty() ? bias_behind_.end() : bias_behind_.find(node.outputs[0]);
    return bias == bias_behind_.end() ? std::string{}
                                      : without_suffix(bias->second, kBias) + std::string(kWeight);
  }

 private:
  std::unordered_map<std::string, std::string> bias_behind_;  // by the value it is added to
};

/// Element `i` of a tensor of small integers.
float integer_at(const Tensor& tensor, std::size_t i) noexcept {
  const auto byte = std::to_integer<std::uint8_t>(tensor.bytes[i]);
  return tensor.type == ElementType::i8 ? static_cast<float>(static_cast<std::int8_t>(byte))
                                        : static_cast<float>(byte);
}

float float_at(const Tensor& tensor, std::size_t i) noexcept {
  float value = 0;
  std::memcpy(&value, tensor.bytes.data() + i * sizeof(float), sizeof(float));
  return value;
}

class Dequantizer {
 public:
  explicit Dequantizer(const Weights& initializers) : initializers_(initializers) {}

  /// The float32 tensor behind `quantized_name`. One scale and zero point for all, or one a column.
  Tensor tensor(const std::string& quantized_name) const {
    const std::string base = without_suffix(quantized_name, kQuantized);
    const Tensor& quantized = part(quantized_name, quantized_name);
    const Tensor& scale = part(quantized_name, base + std::string(kScale));
    const Tensor& zero = part(quantized_name, base + std::string(kZeroPoint));
    const bool is_byte = quantized.type == ElementType::i8 || quantized.type == ElementType::u8;
    if (!is_byte || zero.type != quantized.type || scale.type != ElementType::f32)
      fail(quantized_name, "expected I8 or U8 numbers, a zero point of the same type and a scale of F32");
    const std::size_t columns = quantized.shape.empty() ? 1 : quantized.shape.back();
    const std::size_t scales = scale.bytes.size() / sizeof(float);
    if ((scales != 1 && scales != columns) || zero.bytes.size() != scales)
      fail(quantized_name, std::to_string(scales) + " scales and " + std::to_string(zero.bytes.size()) +
                               " zero points, expected 1 or " + std::to_string(columns) + " of each");
    std::vector<float> values(quantized.bytes.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t at = scales == 1 ? 0 : i % columns;
      values[i] = (integer_at(quantized, i) - integer_at(zero, at)) * float_at(scale, at);
    }
    return make_tensor(quantized.shape, std::move(values));
  }

 private:
  const Tensor& part(const std::string& quantized_name, const std::string& name) const {
    const Tensor* const found = initializers_.find(name);
    if (found == nullptr) fail(quantized_name, "there is no " + quote(name) + " beside it");
    return *found;
  }

  [[noreturn]] void fail(const std::string& quantized_name, const std::string& message) const {
    throw Error(ErrorCode::bad_input,
                initializers_.source() + ": quantised weight " + quote(quantized_name) + ": " + message);
  }

  const Weights& initializers_;
};

Tensor transposed(const Tensor& tensor) {
  const std::size_t rows = tensor.shape[0];
  const std::size_t columns = tensor.shape[1];
  const std::size_t width = bytes_of(tensor.type);
  const auto owned = std::make_shared<std::vector<std::byte>>(tensor.bytes.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      std::memcpy(owned->data() + (column * rows + row) * width,
                  tensor.bytes.data() + (row * columns + column) * width, width);
    }
  }
  return {tensor.type, {columns, rows}, *owned, owned};
}

/// Whether input 1 is the weight of a linear layer, laid out [in, out].
bool is_linear(const OnnxNode& node) noexcept {
  return node.inputs.size() >= 2 && (node.kind == "MatMul" || node.kind == "MatMulInteger" ||
                                     (node.kind == "Gemm" && !node.transposes_b));
}

bool is_small_float(ElementType type) noexcept {
  return type == ElementType::f32 || type == ElementType::f16 || type == ElementType::bf16;
}

class ParameterCollector {
 public:
  explicit ParameterCollector(const OnnxFile& file)
      : file_(file), names_(file), dequantizer_(file.initializers) {}

  Weights::Map collect() {
    for (const OnnxNode& node : file_.nodes) {
      if (is_linear(node)) take_linear(node);
    }
    for (const auto& [name, tensor] : file_.initializers.tensors()) take_other(name, tensor);
    return std::move(parameters_);
  }

 private:
  void take_linear(const OnnxNode& node) {
    const std::string& stored = node.inputs[1];
    const Tensor* const tensor = file_.initializers.find(stored);
    if (tensor == nullptr || tensor->shape.size() != 2) return;
    const std::string name = names_.weight_name(node);
    if (name.empty()) return;
    const bool quantized = stored.ends_with(kQuantized);
    parameters_.emplace(name, transposed(quantized ? dequantizer_.tensor(stored) : *tensor));
  }

  void take_other(const std::string& name, const Tensor& tensor) {
    const bool quantized = name.ends_with(kQuantized);
    const std::string base = without_suffix(name, kQuantized);
    if (!is_parameter_name(base) || parameters_.contains(base)) return;
    if (quantized) {
      parameters_.emplace(base, dequantizer_.tensor(name));
    } else if (is_small_float(tensor.type) && !belongs_to_quantized(name)) {
      parameters_.emplace(name, tensor);
    }
  }

  bool belongs_to_quantized(const std::string& name) const {
    return name.ends_with(kScale) &&
           file_.initializers.find(without_suffix(name, kScale) + std::string(kQuantized)) != nullptr;
  }

  const OnnxFile& file_;
  LinearNames names_;
  Dequantizer dequantizer_;
  Weights::Map parameters_;
};

}  // namespace

Weights parse_onnx_weights(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                           const std::string& source) {
  const OnnxFile file = parse_onnx(bytes, owner, source);
  return {source, ParameterCollector(file).collect()};
}

Weights read_onnx_weights(const std::filesystem::path& path) {
  const MappedFile file(path);
  return parse_onnx_weights(file.bytes(), file.owner(), path.string());
}

void convert_onnx_to_safetensors(const std::filesystem::path& onnx, const std::filesystem::path& out) {
  write_safetensors(out, read_onnx_weights(onnx).tensors());
}

}  // namespace marrow
