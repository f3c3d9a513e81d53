#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace marrow {

/// Token sequences padded to one length, row-major [batch_size x length].
/// Padding: id of [PAD], mask 0, type 0. A row may be wholly padded.
struct TokenBatch {
  std::size_t batch_size = 0;
  std::size_t length = 0;
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> mask;  ///< 1 for a token, 0 for padding
  std::vector<std::int32_t> types;
};

/// What a network takes. Zero: not known, not checked.
struct InputLimits {
  std::size_t length = 0;      ///< longest sequence
  std::size_t vocabulary = 0;  ///< ids are below it
  std::size_t types = 0;       ///< types are below it
};

/// Throws invalid_argument naming what was found and expected when the batch is empty, its vectors do not
/// match its sizes, or a length, id, type or mask leaves its limits.
void validate(const TokenBatch& batch, const InputLimits& limits);

/// What a network gives for a batch.
enum class OutputKind : std::uint8_t {
  token_states,  ///< [batch_size x length x width], one row a token; pooling is the caller's
  text_rows,     ///< [batch_size x width], one row a text: first-token states, vocabulary maxima or logits
};

/// One worker's place to run a network. Thread safety: none; one a worker.
class InferenceRequest {
 public:
  virtual ~InferenceRequest() = default;

  /// Runs one batch. The rows are a view, valid until the next run() or the request's end; the
  /// session must outlive the request. Throws invalid_argument as validate().
  virtual std::span<const float> run(const TokenBatch& batch) = 0;
};

/// A compiled network. Thread safety: const members may run on several threads at once.
class Session {
 public:
  /// What really runs, for reports.
  struct Runtime {
    std::string name;             ///< "OpenVINO 2026.4.1"
    std::string device;           ///< "CPU"
    std::string precision;        ///< "f32"
    std::string instruction_set;  ///< "avx2", "avx512", …
    std::size_t threads = 1;
  };

  virtual ~Session() = default;
  virtual OutputKind output_kind() const noexcept = 0;
  virtual std::size_t width() const noexcept = 0;
  virtual const Runtime& runtime() const noexcept = 0;
  /// As many as the session has streams run at the same time; more only queue.
  virtual std::unique_ptr<InferenceRequest> make_request() const = 0;
};

struct SessionOptions {
  /// Requests that run at the same time, each on one thread, at most 1,024; 0 means one for each core.
  std::size_t threads = 0;
  /// Folder of the runtime's plug-in, libmarrow_openvino.so; empty means beside the program or library
  /// that runs, or in ../lib/marrow from there.
  std::filesystem::path plugin_folder = {};

  /// Throws invalid_argument when there are too many threads.
  void validate() const;
};

class Graph;

/// Compiles a network. The runtime is loaded when this is first called, not before.
/// Throws invalid_argument as SessionOptions::validate, not_found when its plug-in is in none of the folders,
/// io when it cannot be loaded or fails.
std::unique_ptr<Session> open_session(const Graph& graph, const SessionOptions& options = {});

/// How an ONNX file is to be read.
struct OnnxOptions {
  std::filesystem::path path;
  /// token_states: an output of three axes; text_rows: one of two.
  OutputKind output = OutputKind::token_states;
  InputLimits limits;
};

/// Opens an ONNX file as it is: what it declares decides which of ids, mask and types it is fed, and its
/// output decides the width. Throws as above, not_found when there is no such file, bad_input when the
/// file is broken, wants an input besides those three, or has no such output: token states are refused
/// when the file's output is pooled already, since pooling and limits could not be checked.
std::unique_ptr<Session> open_session(const OnnxOptions& onnx, const SessionOptions& options = {});

}  // namespace marrow
