#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "marrow/error.h"
#include "models/onnx_weights.h"

/// Whatever the bytes, the file is refused or every parameter has as many bytes as its shape says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto owner = std::make_shared<const std::string>(reinterpret_cast<const char*>(data), size);
  try {
    const auto weights = marrow::parse_onnx_weights(std::as_bytes(std::span(*owner)), owner, "model.onnx");
    for (const auto& [name, tensor] : weights.tensors()) {
      std::size_t sum = 0;
      for (const std::byte byte : tensor.bytes) sum += std::to_integer<std::size_t>(byte);
      if (marrow::byte_count(tensor.shape, tensor.type) != tensor.bytes.size() ||
          sum > 255 * tensor.bytes.size())
        __builtin_trap();
    }
  } catch (const marrow::Error&) {  // refused, which is right
  }
  return 0;
}
