#pragma once

#include <array>
#include <memory>
#include <openvino/openvino.hpp>
#include <string>

#include "marrow/error.h"
#include "models/graph.h"
#include "models/session.h"

/// The plug-in that runs networks in OpenVINO, libmarrow_openvino.so. The files openvino_session* are the
/// only ones that include the runtime.
namespace marrow {

using OpenVinoModel = std::shared_ptr<ov::Model>;

/// The runtime itself: one for the process, since it owns the threads and making it takes a tenth of a
/// second.
ov::Core& openvino();

/// Names of a network's inputs, in the order of GraphInput.
inline constexpr std::array<const char*, 3> kInputNames = {"input_ids", "attention_mask", "token_type_ids"};

/// The graph in OpenVINO's operations: int32 inputs by kInputNames with free batch and length, one float32
/// output. Weights stay where they are.
OpenVinoModel lower(const Graph& graph);

/// The ONNX file with the same inputs, as far as it declares them, and the one output that is wanted.
/// Throws as open_session.
OpenVinoModel read_onnx(const OnnxOptions& options);

/// Calls `action`, turning the runtime's exceptions into ours with what was being done.
template <typename Action>
auto translated(ErrorCode code, const std::string& doing, Action&& action) {
  try {
    return action();
  } catch (const ov::Exception& error) {
    throw Error(code, doing + ": OpenVINO says " + quote(error.what(), 400));
  }
}

}  // namespace marrow
