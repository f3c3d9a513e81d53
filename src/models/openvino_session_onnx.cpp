#include <algorithm>
#include <openvino/core/preprocess/pre_post_process.hpp>
#include <openvino/opsets/opset13.hpp>
#include <vector>

#include "models/openvino_session.h"

namespace marrow {
namespace {

namespace op = ov::opset13;
using Value = ov::Output<ov::Node>;

/// Reads an ONNX file, checks what it wants and gives, and leaves int32 inputs and one float32 output.
class OnnxReader {
 public:
  explicit OnnxReader(const OnnxOptions& options) : options_(options), source_(options.path.string()) {
    model_ = translated(ErrorCode::bad_input, source_, [&] { return openvino().read_model(source_); });
  }

  OpenVinoModel model() const {
    for (const auto& input : model_->inputs()) check_input(input);
    const Value output = chosen_output();
    const auto result = std::make_shared<op::Result>(output.get_node()->input_value(0));
    const auto trimmed =
        std::make_shared<ov::Model>(ov::ResultVector{result}, model_->get_parameters(), "marrow");
    ov::preprocess::PrePostProcessor types(trimmed);
    for (std::size_t i = 0; i < trimmed->inputs().size(); ++i)
      types.input(i).tensor().set_element_type(ov::element::i32);
    types.output().tensor().set_element_type(ov::element::f32);
    return types.build();
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw Error(ErrorCode::bad_input, source_ + ": " + message);
  }

  static std::string described(const Value& value) {
    const auto& names = value.get_names();
    const std::string name = names.empty() ? value.get_node()->get_friendly_name() : *names.begin();
    return quote(name) + ' ' + value.get_partial_shape().to_string();
  }

  void check_input(const Value& input) const {
    const auto& names = input.get_names();
    if (std::ranges::none_of(kInputNames, [&](const char* name) { return names.contains(name); }))
      refuse("wants the input " + described(input) +
             ", which nothing can give; expected input_ids, attention_mask and token_type_ids");
    const auto& shape = input.get_partial_shape();
    const bool is_free =
        shape.rank().is_static() && shape.size() == 2 && shape[0].is_dynamic() && shape[1].is_dynamic();
    if (!is_free) refuse("wants the input " + described(input) + ", expected free batch and length");
  }

  bool wants_states() const noexcept { return options_.output == OutputKind::token_states; }
  const char* usual_output() const noexcept { return wants_states() ? "last_hidden_state" : "logits"; }

  std::vector<Value> outputs_of_wanted_rank() const {
    std::vector<Value> fitting;
    for (const auto& output : model_->outputs()) {
      const auto rank = output.get_partial_shape().rank();
      if (rank.is_static() && rank.get_length() == (wants_states() ? 3 : 2)) fitting.emplace_back(output);
    }
    return fitting;
  }

  /// The only output of the wanted rank, or of several the one with the usual name.
  Value chosen_output() const {
    const std::vector<Value> fitting = outputs_of_wanted_rank();
    for (const Value& output : fitting) {
      if (fitting.size() == 1 || output.get_names().contains(usual_output())) return output;
    }
    refuse_outputs(fitting.empty());
  }

  [[noreturn]] void refuse_outputs(bool none_fits) const {
    std::string all;
    for (const auto& output : model_->outputs()) all += (all.empty() ? "" : ", ") + described(output);
    if (wants_states() && none_fits)
      refuse("gives " + all +
             ", expected token states [batch, length, width]: a pooled output hides how it was pooled, "
             "normalised and cut, so it cannot be checked against the model's settings");
    refuse("gives " + all + ", expected one output of " + (wants_states() ? "three" : "two") +
           " axes or one called " + usual_output());
  }

  const OnnxOptions& options_;
  std::string source_;
  OpenVinoModel model_;
};

}  // namespace

OpenVinoModel read_onnx(const OnnxOptions& options) {
  return translated(ErrorCode::bad_input, options.path.string(), [&] { return OnnxReader(options).model(); });
}

}  // namespace marrow
