#include "encoders/encoder_model.h"

#include <utility>

#include "io/digest.h"
#include "marrow/error.h"
#include "models/tokenizer_files.h"

namespace marrow {
namespace {

ModelFolder read_folder(const std::filesystem::path& path, ModelTask task) {
  ModelFolder folder = read_model_folder(path);
  if (folder.task == task) return folder;
  const auto word = [](ModelTask one) {
    return one == ModelTask::dense ? "a dense" : one == ModelTask::sparse ? "a sparse" : "a pair-scoring";
  };
  throw Error(ErrorCode::bad_input,
              path.string() + ": holds " + word(folder.task) + " model, expected " + word(task) + " one");
}

std::size_t length_of(const ModelFolder& folder, std::size_t wanted) {
  if (wanted == 0) return folder.max_length;
  constexpr std::size_t kShortest = 3;
  if (wanted >= kShortest && wanted <= folder.config.position_count) return wanted;
  throw Error(ErrorCode::invalid_argument, folder.path.string() + ": max_length " + std::to_string(wanted) +
                                               ": expected 3 to " +
                                               std::to_string(folder.config.position_count) +
                                               ", the longest input that the network reads");
}

/// The prompt of the first of `names` that the folder has, else its default one.
std::string prompt_of(const ModelFolder& folder, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    const auto found = folder.prompts.find(name);
    if (found != folder.prompts.end()) return found->second;
  }
  const auto fallback = folder.prompts.find(folder.default_prompt);
  return fallback == folder.prompts.end() ? std::string() : fallback->second;
}

BatchPolicy policy_of(const EncoderInfo& info) {
  BatchPolicy policy;
  policy.max_length = info.max_length;
  return policy;
}

EncoderInfo info_of(const ModelFolder& folder, const EncoderOptions& options, const Session& session) {
  const Session::Runtime& runtime = session.runtime();
  return {.name = options.name.empty() ? folder.path.filename().string() : options.name,
          .identity = {},
          .device = runtime.device,
          .precision = runtime.precision,
          .instruction_set = runtime.instruction_set,
          .threads = runtime.threads,
          .max_length = length_of(folder, options.max_length)};
}

}  // namespace

EncoderModel::EncoderModel(const std::filesystem::path& path, ModelTask task, const EncoderOptions& options,
                           const std::string& settings)
    : folder(read_folder(path, task)),
      tokenizer(read_tokenizer_files(path)),
      session(open_model(folder, head_of(folder),
                         {.threads = options.threads, .plugin_folder = options.plugin_folder})),
      pool(session->runtime().threads),
      info(info_of(folder, options, *session)),
      query_prompt(task == ModelTask::dense ? prompt_of(folder, {"query"}) : std::string()),
      passage_prompt(task == ModelTask::dense ? prompt_of(folder, {"passage", "document"}) : std::string()),
      runner(*session, pool, policy_of(info), tokenizer.padding_id()) {
  const std::string everything = model_identity(folder) + '\n' + settings + '\n' +
                                 std::to_string(info.max_length) + '\n' + info.precision + '\n' +
                                 std::to_string(query_prompt.size()) + ':' + query_prompt + '\n' +
                                 passage_prompt;
  info.identity = digest_of(DigestKind::sha256, everything).substr(0, 32);
}

std::string EncoderModel::prompted(std::string_view text, TextRole role) const {
  const std::string& prompt = role == TextRole::query ? query_prompt : passage_prompt;
  return text.starts_with(prompt) ? std::string(text) : prompt + std::string(text);
}

}  // namespace marrow
