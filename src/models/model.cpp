#include "models/model.h"

#include "marrow/error.h"
#include "models/family.h"
#include "models/onnx_weights.h"
#include "models/safetensors.h"

namespace marrow {
namespace {

std::unique_ptr<Session> open_onnx(const ModelFolder& folder, Head head, const SessionOptions& options) {
  const ModelConfig& config = folder.config;
  OnnxOptions onnx;
  onnx.path = folder.weights;
  onnx.output = head == Head::pair_logit ? OutputKind::text_rows : OutputKind::token_states;
  onnx.limits = {config.position_count, config.vocabulary_size, config.type_count};
  auto session = open_session(onnx, options);
  if (head == Head::pair_logit && session->width() != 1)
    throw Error(ErrorCode::bad_input, folder.weights.string() + ": gives " +
                                          std::to_string(session->width()) + " scores a pair, expected 1");
  return session;
}

}  // namespace

Head head_of(const ModelFolder& folder) noexcept {
  switch (folder.task) {
    case ModelTask::sparse:
      return Head::vocabulary;
    case ModelTask::pair:
      return Head::pair_logit;
    case ModelTask::dense:
      break;
  }
  return folder.pooling == Pooling::mean ? Head::token_states : Head::first_token;
}

std::unique_ptr<Session> open_model(const ModelFolder& folder, Head head, const SessionOptions& options) {
  const bool is_onnx = folder.weight_format == WeightFormat::onnx;
  if (is_onnx && head != Head::vocabulary) return open_onnx(folder, head, options);
  const Weights weights = is_onnx ? read_onnx_weights(folder.weights) : read_safetensors(folder.weights);
  return open_session(build_network(folder.config, weights, head), options);
}

}  // namespace marrow
