#include <algorithm>
#include <string>
#include <vector>

#include "core/nearest.h"
#include "io/file_errors.h"
#include "marrow/error.h"
#include "marrow/models.h"
#include "models/model_store.h"
#include "models/registry.h"

namespace marrow {
namespace {

bool is_clearly_a_path(std::string_view text) noexcept {
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("../") || text == "." ||
         text == "..";
}

std::string names_of(const std::vector<NamedModel>& models) {
  std::string names;
  for (const NamedModel& model : models) names += (names.empty() ? "" : ", ") + model.known.name;
  return names;
}

[[noreturn]] void fail_unpulled(std::string_view name, const std::string& command_name,
                                const std::filesystem::path& models_folder) {
  std::string message = "model " + quote(name) + " is not in " + models_folder.string();
  message += std::filesystem::is_directory(name)
                 ? "; for the folder of that name write ./" + std::string(name)
                 : ", and no folder is called so";
  message += "; get the model with: marrow models pull " + command_name;
  throw Error(ErrorCode::not_found, message);
}

[[noreturn]] void fail_unknown(std::string_view name, const std::vector<NamedModel>& models) {
  std::vector<std::string_view> candidates;
  for (const NamedModel& model : models) {
    candidates.push_back(model.known.name);
    candidates.insert(candidates.end(), model.known.aliases.begin(), model.known.aliases.end());
  }
  const std::string near = nearest(name, candidates);
  throw Error(ErrorCode::not_found, "no model is called " + quote(name) +
                                        (near.empty() ? "" : "; did you mean " + quote(near) + '?') +
                                        " Known names: " + names_of(models) +
                                        "; a folder's path and a hub name (owner/name) work too");
}

std::filesystem::path resolve_path(std::string_view text) {
  std::filesystem::path path(text);
  if (std::filesystem::exists(path)) return path;
  throw Error(ErrorCode::not_found, "there is no model folder or file " + quote(text));
}

std::filesystem::path resolve(std::string_view name_or_path, const std::filesystem::path& models_folder) {
  if (is_clearly_a_path(name_or_path)) return resolve_path(name_or_path);
  const std::vector<NamedModel> models = named_models();
  if (const NamedModel* const model = find_model(models, name_or_path)) {
    std::filesystem::path folder = models_folder / model->known.name;
    if (std::filesystem::is_directory(folder)) return folder;
    fail_unpulled(name_or_path, model->known.name, models_folder);
  }
  if (!name_or_path.empty() && std::filesystem::exists(name_or_path)) return name_or_path;
  const auto hub = parse_hub_name(name_or_path);
  if (!hub) fail_unknown(name_or_path, models);
  std::filesystem::path folder = folder_of(*hub, models_folder);
  if (std::filesystem::is_directory(folder)) return folder;
  fail_unpulled(name_or_path, std::string(name_or_path), models_folder);
}

}  // namespace

std::filesystem::path resolve_model(std::string_view name_or_path,
                                    const std::filesystem::path& models_folder) {
  return with_file_errors([&] { return resolve(name_or_path, models_folder); });
}

}  // namespace marrow
