#pragma once

#include <cstdint>
#include <memory>

#include "models/model_folder.h"
#include "models/session.h"

namespace marrow {

/// What a network ends in.
enum class Head : std::uint8_t {
  token_states,  ///< [batch x length x hidden]: the last layer's states; pooling is the caller's
  first_token,   ///< [batch x hidden]: the state of [CLS]; the last layer computes nothing else
  vocabulary,    ///< [batch x vocabulary]: SPLADE's max over tokens of log(1 + ReLU(logit)), padding left out
  pair_logit,    ///< [batch x 1]: the classifier's logit, no sigmoid
};

/// The head that `folder` is made for: by its task and, when dense, its pooling.
Head head_of(const ModelFolder& folder) noexcept;

/// Opens the model to run with `head`. From safetensors the network is built as a graph; an ONNX file
/// runs as it is, except for Head::vocabulary, which is built from the ONNX file's weights.
/// With an ONNX file Head::first_token gives token_states: see Session::output_kind.
/// Throws as read_safetensors, as open_session, and bad_input when the model has no such head.
std::unique_ptr<Session> open_model(const ModelFolder& folder, Head head, const SessionOptions& options = {});

}  // namespace marrow
