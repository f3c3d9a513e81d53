#include "models/sentence_modules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "marrow/error.h"
#include "models/config_file.h"

namespace marrow {
namespace {

struct Module {
  std::string kind;  // the last part of its type: "Transformer", "Pooling", …
  std::string folder;
};

/// modules.json: a list of modules, each with a dotted type and a folder.
class ModuleList {
 public:
  explicit ModuleList(const std::filesystem::path& path)
      : source_(path.string()), list_(read_json_file(path)) {
    if (!list_.is_array() || list_.empty())
      throw Error(ErrorCode::bad_input, source_ + ": expected a JSON array of modules");
    for (std::size_t i = 0; i < list_.size(); ++i) modules_.push_back(read(i));
  }

  const std::vector<Module>& modules() const noexcept { return modules_; }

  [[noreturn]] void refuse(std::size_t i, const std::string& expected) const {
    throw Error(ErrorCode::bad_input, source_ + ": module " + std::to_string(i) + " is " +
                                          quote(to_text(list_[i])) + ", expected " + expected);
  }

 private:
  Module read(std::size_t i) const {
    const ConfigFile entry(source_ + ": module " + std::to_string(i), list_[i]);
    Module module{entry.text_or("type", ""), entry.text_or("path", "")};
    module.kind.erase(0, module.kind.rfind('.') + 1);
    const std::filesystem::path inside(module.folder);
    if (inside.is_absolute() || std::ranges::find(inside, "..") != inside.end())
      refuse(i, "a path inside the model's folder");
    return module;
  }

  std::string source_;
  Json list_;
  std::vector<Module> modules_;
};

/// The one mode that is on, in either spelling: "pooling_mode" by name, or a flag a mode.
Pooling read_pooling(const ConfigFile& file) {
  constexpr std::string_view mean_flag = "pooling_mode_mean_tokens";
  constexpr std::string_view first_flag = "pooling_mode_cls_token";
  if (file.has("pooling_mode")) {
    const std::string mode = file.text_or("pooling_mode", "");
    if (mode != "mean" && mode != "cls") file.refuse("pooling_mode", "mean or cls");
    return mode == "mean" ? Pooling::mean : Pooling::first_token;
  }
  for (const std::string_view key : {"pooling_mode_max_tokens", "pooling_mode_mean_sqrt_len_tokens",
                                     "pooling_mode_weightedmean_tokens", "pooling_mode_lasttoken"}) {
    if (file.flag_or(key, false)) file.refuse(key, "false: only mean and cls pooling are built");
  }
  const bool mean = file.flag_or(mean_flag, false);
  if (mean == file.flag_or(first_flag, false))
    file.refuse(mean_flag, "exactly one of it and " + std::string(first_flag) + " to be true");
  return mean ? Pooling::mean : Pooling::first_token;
}

void read_dense_pooling(ModelFolder& folder, const Module& module) {
  const ConfigFile config(folder.path / module.folder / "config.json");
  if (!config.flag_or("include_prompt", true)) config.refuse("include_prompt", "true");
  folder.task = ModelTask::dense;
  folder.pooling = read_pooling(config);
}

void read_splade_pooling(ModelFolder& folder, const Module& module) {
  folder.task = ModelTask::sparse;
  const auto config = ConfigFile::if_present(folder.path / module.folder / "config.json");
  if (!config) return;
  if (config->text_or("pooling_strategy", "max") != "max") config->refuse("pooling_strategy", "max");
  if (config->text_or("activation_function", "relu") != "relu") config->refuse("activation_function", "relu");
}

/// Reads module `i`; false when such a module has no place there.
bool read_module(ModelFolder& folder, const Module& module, std::size_t i) {
  if (i == 0) return module.kind == "Transformer" || module.kind == "MLMTransformer";
  if (i == 2 && module.kind == "Normalize" && folder.task == ModelTask::dense)
    return folder.normalizes = true;
  if (i != 1) return false;
  if (module.kind == "Pooling") {
    read_dense_pooling(folder, module);
    return true;
  }
  if (module.kind != "SpladePooling") return false;
  read_splade_pooling(folder, module);
  return true;
}

void read_modules(ModelFolder& folder) {
  const auto path = folder.path / "modules.json";
  if (!std::filesystem::exists(path)) return;
  const ModuleList list(path);
  for (std::size_t i = 0; i < list.modules().size(); ++i) {
    const Module& module = list.modules()[i];
    if (!read_module(folder, module, i))
      list.refuse(i,
                  "Transformer, then Pooling or SpladePooling, then for a dense model Normalize or nothing");
    if (i == 0 && !module.folder.empty())
      list.refuse(i, "no path: the network lies in the model's folder itself");
  }
}

/// model_max_length may be a float such as 1e30, which stands for "no limit".
std::size_t tokenizer_limit(const ModelFolder& folder) {
  const std::size_t none = folder.config.position_count;
  const auto file = ConfigFile::if_present(folder.path / "tokenizer_config.json");
  const Json* const limit = file ? file->find("model_max_length") : nullptr;
  if (limit == nullptr || !limit->is_number()) return none;
  return limit->get<double>() < static_cast<double>(none) ? file->natural("model_max_length", 3) : none;
}

void read_limits(ModelFolder& folder) {
  const auto file = ConfigFile::if_present(folder.path / "sentence_bert_config.json");
  const std::size_t limit =
      file && file->has("max_seq_length") ? file->natural("max_seq_length", 3) : tokenizer_limit(folder);
  folder.max_length = std::min(limit, folder.config.position_count);
  if (file) folder.lowercases_text = file->flag_or("do_lower_case", false);
}

void read_prompts(ModelFolder& folder) {
  const auto file = ConfigFile::if_present(folder.path / "config_sentence_transformers.json");
  if (!file) return;
  if (const Json* const prompts = file->find("prompts")) {
    if (!prompts->is_object()) file->refuse("prompts", "an object of texts");
    for (const auto& [name, prompt] : prompts->items()) {
      if (!prompt.is_string()) file->refuse("prompts", "an object of texts");
      folder.prompts.emplace(name, prompt.get<std::string>());
    }
  }
  folder.default_prompt = file->text_or("default_prompt_name", "");
  if (!folder.default_prompt.empty() && !folder.prompts.contains(folder.default_prompt))
    file->refuse("default_prompt_name", "one of the prompts");
  const std::string similarity = file->text_or("similarity_fn_name", "cosine");
  const bool same_as_cosine = similarity == "cosine" || (similarity == "dot" && folder.normalizes);
  if (folder.task == ModelTask::dense && !same_as_cosine)
    file->refuse("similarity_fn_name", "cosine, or dot behind Normalize: vectors always get unit length");
}

ModelTask task_of(const ModelConfig& config) noexcept {
  if (config.architecture.ends_with("ForMaskedLM")) return ModelTask::sparse;
  return config.architecture.ends_with("ForSequenceClassification") ? ModelTask::pair : ModelTask::dense;
}

}  // namespace

void read_sentence_modules(ModelFolder& folder) {
  folder.task = task_of(folder.config);
  read_modules(folder);
  read_limits(folder);
  read_prompts(folder);
}

}  // namespace marrow
