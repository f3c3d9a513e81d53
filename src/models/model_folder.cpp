#include "models/model_folder.h"

#include <array>
#include <system_error>

#include "io/digest.h"
#include "marrow/error.h"
#include "models/config_file.h"
#include "models/family.h"
#include "models/sentence_modules.h"

namespace marrow {
namespace {

namespace fs = std::filesystem;

/// Files besides the weights that can change an output.
constexpr std::array<const char*, 9> kSettingFiles = {"added_tokens.json",
                                                      "config.json",
                                                      "config_sentence_transformers.json",
                                                      "modules.json",
                                                      "sentence_bert_config.json",
                                                      "special_tokens_map.json",
                                                      "tokenizer.json",
                                                      "tokenizer_config.json",
                                                      "vocab.txt"};

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

WeightFormat format_of(const fs::path& weights) {
  return weights.extension() == ".onnx" ? WeightFormat::onnx : WeightFormat::safetensors;
}

/// Why there is nothing to read, for the message.
std::string nearest_miss(const fs::path& folder) {
  if (is_file(folder / "model.safetensors.index.json"))
    return "; its safetensors are in parts, which are not read";
  if (is_file(folder / "pytorch_model.bin")) return "; pytorch_model.bin is a pickle, which is never loaded";
  return {};
}

fs::path find_weights(const fs::path& folder) {
  for (const char* const name : {"model.safetensors", "model.onnx", "onnx/model.onnx"}) {
    if (is_file(folder / name)) return folder / name;
  }
  throw Error(ErrorCode::not_found, folder.string() +
                                        ": has no weights: none of model.safetensors, model.onnx and "
                                        "onnx/model.onnx is there" +
                                        nearest_miss(folder));
}

/// The folder of config.json for a file of weights in it or one below it.
fs::path folder_of(const fs::path& weights) {
  const fs::path near = fs::absolute(weights).parent_path();
  return is_file(near / "config.json") ? near : near.parent_path();
}

}  // namespace

ModelFolder read_model_folder(const fs::path& path) {
  std::error_code ignored;
  const bool is_weights = is_file(path);
  const fs::path place = is_weights ? folder_of(path) : path;
  if (!fs::is_directory(place, ignored))
    throw Error(ErrorCode::not_found, path.string() + ": there is no such model folder");
  if (!is_file(place / "config.json"))
    throw Error(ErrorCode::not_found, place.string() + ": is no model folder: it has no config.json");
  ModelFolder folder;
  folder.path = place;
  folder.config = read_model_config(ConfigFile(place / "config.json"));
  read_sentence_modules(folder);
  folder.weights = is_weights ? path : find_weights(place);
  folder.weight_format = format_of(folder.weights);
  return folder;
}

std::string model_identity(const ModelFolder& folder) {
  Digest digest(DigestKind::sha256);
  const auto add = [&](const std::string& name, const fs::path& file) {
    digest.update(name + '\n' + digest_of_file(DigestKind::sha256, file) + '\n');
  };
  for (const char* const name : kSettingFiles) {
    if (is_file(folder.path / name)) add(name, folder.path / name);
  }
  add("weights", folder.weights);
  digest.update(folder.pooling == Pooling::mean ? "mean\n" : "first token\n");
  return digest.finish();
}

}  // namespace marrow
