#include "encoders/encoder_model.h"

#include <utility>

#include "io/digest.h"
#include "marrow/error.h"
#include "models/model.h"
#include "models/tokenizer_files.h"

namespace marrow {
namespace {

std::string_view described(ModelTask task) {
  switch (task) {
    case ModelTask::dense:
      return "a dense";
    case ModelTask::sparse:
      return "a sparse";
    case ModelTask::pair:
      return "a pair-scoring";
  }
  return "no";
}

ModelFolder read_folder(const std::filesystem::path& path, ModelTask task) {
  ModelFolder folder = read_model_folder(path);
  if (folder.task == task) return folder;
  throw Error(ErrorCode::bad_input, path.string() + ": holds " + std::string(described(folder.task)) +
                                        " model, expected " + std::string(described(task)) + " one");
}

WordPieceTokenizer read_tokenizer(const ModelFolder& folder) {
  const TokenizerSpec spec = read_tokenizer_files(folder.path);
  if (folder.lowercases_text && !spec.lowercase) {
    throw Error(ErrorCode::bad_input, folder.path.string() +
                                          ": sentence_bert_config.json sets do_lower_case, but the tokenizer "
                                          "keeps case; set it there instead");
  }
  return WordPieceTokenizer(spec);
}

std::size_t length_of(const ModelFolder& folder, std::size_t wanted) {
  if (wanted == 0) return folder.max_length;
  constexpr std::size_t shortest = 3;
  if (wanted >= shortest && wanted <= folder.config.position_count) return wanted;
  throw Error(ErrorCode::invalid_argument, folder.path.string() + ": max_length: expected 3 to " +
                                               std::to_string(folder.config.position_count) +
                                               ", the longest input that the network reads, got " +
                                               std::to_string(wanted));
}

std::string name_of(const ModelFolder& folder, const EncoderOptions& options) {
  return options.name.empty() ? folder.path.filename().string() : options.name;
}

RolePrompts role_prompts(const ModelFolder& folder, const EncoderOptions& options) {
  return folder.task == ModelTask::pair ? RolePrompts{} : prompts_of(folder, name_of(folder, options));
}

EncoderInfo info_of(const ModelFolder& folder, const RolePrompts& prompts, const Session& session,
                    const EncoderOptions& options) {
  const Session::Runtime& runtime = session.runtime();
  return {.name = name_of(folder, options),
          .identity = {},
          .device = runtime.device,
          .precision = runtime.precision,
          .instruction_set = runtime.instruction_set,
          .threads = runtime.threads,
          .max_length = length_of(folder, options.max_length),
          .query_prompt = prompts.query,
          .passage_prompt = prompts.passage};
}

BatchPolicy policy_of(const EncoderInfo& info, const EncoderOptions& options) {
  BatchPolicy policy;
  policy.max_length = info.max_length;
  policy.token_budget = options.token_budget;
  return policy;
}

/// Every part that can change an output, each with its length, so that no two settings read the same.
std::string identity_of(const ModelFolder& folder, const EncoderInfo& info, const EncoderOptions& options,
                        const std::string& settings) {
  constexpr std::size_t digits = 32;
  Digest digest(DigestKind::sha256);
  const std::string special = options.special_tokens == SpecialTokenText::safe ? "safe" : "parity";
  for (const std::string& part : {model_identity(folder), settings, std::to_string(info.max_length), special,
                                  info.precision, info.query_prompt, info.passage_prompt}) {
    digest.update(std::to_string(part.size()) + ':' + part);
  }
  return digest.finish().substr(0, digits);
}

std::unique_ptr<const Session> open_network(const ModelFolder& folder, const EncoderOptions& options) {
  return open_model(folder, head_of(folder),
                    {.threads = options.threads, .plugin_folder = options.plugin_folder});
}

}  // namespace

EncoderModel::EncoderModel(const ModelFolder& folder, WordPieceTokenizer tokenizer,
                           std::unique_ptr<const Session> session, const EncoderOptions& options)
    : folder_(folder),
      tokenizer_(std::move(tokenizer)),
      session_(std::move(session)),
      special_tokens_(options.special_tokens),
      prompts_(role_prompts(folder_, options)),
      info_(info_of(folder_, prompts_, *session_, options)),
      runner_(*session_, policy_of(info_, options), tokenizer_.padding_id()) {
  if (tokenizer_.vocabulary_size() <= folder_.config.vocabulary_size) return;
  throw Error(ErrorCode::bad_input, folder_.path.string() + ": the tokenizer has " +
                                        std::to_string(tokenizer_.vocabulary_size()) +
                                        " tokens, expected at most config.json's vocab_size of " +
                                        std::to_string(folder_.config.vocabulary_size));
}

EncoderModel::EncoderModel(const ModelFolder& folder, const EncoderOptions& options)
    : EncoderModel(folder, read_tokenizer(folder), open_network(folder, options), options) {}

EncoderModel::EncoderModel(const std::filesystem::path& path, ModelTask task, const EncoderOptions& options,
                           const std::string& settings)
    : EncoderModel(read_folder(path, task), options) {
  info_.identity = identity_of(folder_, info_, options, settings);
}

Encoding EncoderModel::encode(std::string_view text, TextRole role) const {
  return tokenizer_.encode(prompts_.apply(text, role), info_.max_length, special_tokens_);
}

Encoding EncoderModel::encode_pair(const TextPair& pair) const {
  return tokenizer_.encode_pair(pair.query, pair.passage, info_.max_length, special_tokens_);
}

void EncoderModel::refuse_output(std::string_view what, std::string_view text) const {
  throw Error(ErrorCode::io,
              "model " + quote(info_.name) + " gave " + std::string(what) + " for the text " + quote(text));
}

}  // namespace marrow
