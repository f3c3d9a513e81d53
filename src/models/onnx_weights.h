#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "models/tensor.h"

namespace marrow {

/// The parameters in an ONNX export, under the names and in the layout that the checkpoint they came from
/// has, so that a network can be built from them as from safetensors:
///   - the weight of a linear layer, which exporters transpose to [in, out] and often rename
///     ("onnx::MatMul_1525"), is [out, in] again and named after its node ("/encoder/layer.0/…/query/MatMul")
///     or, in older exports, after the bias that is added behind it;
///   - weights that onnxruntime quantised (NAME_quantized, NAME_scale, NAME_zero_point) are float32 again:
///     (q - zero_point) * scale. What rounding lost stays lost;
///   - initializers that are no parameters (shapes, constants folded in, integer buffers) are left out.
/// float32 parameters that need no transposing are views; `owner` keeps `bytes` alive.
/// Throws bad_input as parse_onnx, and when a quantised weight lacks its scale or zero point or their
/// shapes do not fit.
Weights parse_onnx_weights(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                           const std::string& source);

/// Maps the file. Throws not_found, io, or as parse_onnx_weights.
Weights read_onnx_weights(const std::filesystem::path& path);

/// Writes the parameters of `onnx` as safetensors to `out`, durably. The same bytes for the same input.
void convert_onnx_to_safetensors(const std::filesystem::path& onnx, const std::filesystem::path& out);

}  // namespace marrow
