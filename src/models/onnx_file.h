#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/tensor.h"

/// What stands in an ONNX file, as far as its weights are concerned: the initializers and the nodes'
/// names and wiring. Source: onnx.proto of the ONNX project (IR version 3 and later).
namespace marrow {

/// One operation. An absent optional input is an empty name.
struct OnnxNode {
  std::string name;
  std::string kind;  ///< "MatMul", "Gemm", …
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  bool transposes_b = false;  ///< Gemm's attribute transB
};

struct OnnxFile {
  std::vector<OnnxNode> nodes;  ///< of the main graph, in the file's order
  Weights initializers;         ///< under the file's own names
};

/// Reads the main graph. Numbers in raw_data are not copied: `owner` keeps `bytes` alive.
/// Throws bad_input as `source@offset: …` when the bytes do not follow the format, there is no graph or
/// two, an initializer's numbers are in another file or of an unsupported type, or are more or fewer than
/// its shape says.
OnnxFile parse_onnx(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                    const std::string& source);

}  // namespace marrow
