#include "models/openvino_session.h"

#include <algorithm>
#include <openvino/runtime/properties.hpp>
#include <vector>

#include "core/parallel.h"
#include "marrow/version.h"
#include "models/session_plugin.h"

namespace marrow {
namespace {

ov::AnyMap compile_settings(std::size_t threads) {
  // The precision is always set: on machines with bf16 units the runtime would choose bf16 by itself.
  return {ov::hint::inference_precision(ov::element::f32),
          ov::hint::execution_mode(ov::hint::ExecutionMode::ACCURACY),
          ov::num_streams(ov::streams::Num(static_cast<std::int32_t>(threads))),
          ov::inference_num_threads(static_cast<std::int32_t>(threads)), ov::hint::enable_cpu_pinning(false)};
}

/// The widest instruction set that the compiled network's kernels name, for example
/// "brgemm_avx512_f32"; known once it has run.
std::string instruction_set_of(const ov::CompiledModel& compiled) {
  constexpr std::array<std::string_view, 6> widest_first = {"amx", "avx512", "avx2", "avx", "sse4", "acl"};
  std::size_t widest = widest_first.size();
  for (const auto& node : compiled.get_runtime_model()->get_ops()) {
    const auto& info = node->get_rt_info();
    const auto kernel = info.find("primitiveType");
    if (kernel == info.end()) continue;
    const std::string name = kernel->second.as<std::string>();
    for (std::size_t i = 0; i < widest; ++i) {
      if (name.find(widest_first[i]) != std::string::npos) widest = i;
    }
  }
  return widest == widest_first.size() ? "generic" : std::string(widest_first[widest]);
}

class OpenVinoRequest final : public InferenceRequest {
 public:
  OpenVinoRequest(ov::CompiledModel& compiled, const InputLimits& limits)
      : request_(compiled.create_infer_request()), limits_(limits) {
    for (const auto& input : compiled.inputs()) {
      const auto& names = input.get_names();
      inputs_.push_back(static_cast<std::size_t>(
          std::ranges::find_if(kInputNames, [&](const char* name) { return names.contains(name); }) -
          kInputNames.begin()));
    }
  }

  std::span<const float> run(const TokenBatch& batch) override {
    validate(batch, limits_);
    return translated(ErrorCode::io, "cannot run the network", [&] {
      const std::array<const std::vector<std::int32_t>*, 3> given = {&batch.ids, &batch.mask, &batch.types};
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        // The tensor only looks at the batch; the runtime does not write to its inputs.
        auto* const numbers = const_cast<std::int32_t*>(given[inputs_[i]]->data());
        request_.set_input_tensor(i, ov::Tensor(ov::element::i32, {batch.batch_size, batch.length}, numbers));
      }
      request_.infer();
      const ov::Tensor output = request_.get_output_tensor();
      return std::span<const float>(output.data<const float>(), output.get_size());
    });
  }

 private:
  ov::InferRequest request_;
  InputLimits limits_;
  std::vector<std::size_t> inputs_;  // which of kInputNames each input of the network is
};

class OpenVinoSession final : public Session {
 public:
  OpenVinoSession(const OpenVinoModel& model, OutputKind kind, const InputLimits& limits, std::size_t threads)
      : kind_(kind), limits_(limits) {
    compiled_ = translated(ErrorCode::io, "cannot compile the network",
                           [&] { return openvino().compile_model(model, "CPU", compile_settings(threads)); });
    warm_up();
    describe();
  }

  OutputKind output_kind() const noexcept override { return kind_; }
  std::size_t width() const noexcept override { return width_; }
  const Runtime& runtime() const noexcept override { return runtime_; }

  std::unique_ptr<InferenceRequest> make_request() const override {
    return translated(ErrorCode::io, "cannot make a request", [&] {
      auto compiled = compiled_;  // a handle
      return std::make_unique<OpenVinoRequest>(compiled, limits_);
    });
  }

 private:
  /// Runs one short row: kernels are made on first use, and only then is known which they are.
  void warm_up() {
    TokenBatch batch;
    batch.batch_size = 1;
    batch.length = limits_.length == 0 ? 8 : std::min<std::size_t>(8, limits_.length);
    batch.ids.assign(batch.length, 0);
    batch.mask.assign(batch.length, 1);
    batch.types.assign(batch.length, 0);
    const std::size_t rows = kind_ == OutputKind::token_states ? batch.length : 1;
    width_ = make_request()->run(batch).size() / rows;
  }

  void describe() {
    const std::string version = ov::get_openvino_version().buildNumber;
    runtime_.name = "OpenVINO " + version.substr(0, version.find('-'));
    runtime_.device = "CPU";
    runtime_.precision = compiled_.get_property(ov::hint::inference_precision).to_string();
    runtime_.instruction_set = instruction_set_of(compiled_);
    runtime_.threads = static_cast<std::size_t>(compiled_.get_property(ov::inference_num_threads));
  }

  OutputKind kind_;
  InputLimits limits_;
  ov::CompiledModel compiled_;
  std::size_t width_ = 0;
  Runtime runtime_;
};

std::size_t thread_count(const SessionOptions& options) {
  return options.threads == 0 ? available_cores() : options.threads;
}

std::unique_ptr<Session> open_graph(const Graph& graph, const SessionOptions& options) {
  return std::make_unique<OpenVinoSession>(lower(graph), graph.output_kind(), graph.limits(),
                                           thread_count(options));
}

std::unique_ptr<Session> open_onnx(const OnnxOptions& onnx, const SessionOptions& options) {
  return std::make_unique<OpenVinoSession>(read_onnx(onnx), onnx.output, onnx.limits, thread_count(options));
}

constexpr SessionPlugin kPlugin{kVersion, &open_graph, &open_onnx};

}  // namespace

ov::Core& openvino() {
  static ov::Core instance;
  return instance;
}

}  // namespace marrow

extern "C" const marrow::SessionPlugin* marrow_session_plugin();
extern "C" const marrow::SessionPlugin* marrow_session_plugin() { return &marrow::kPlugin; }
