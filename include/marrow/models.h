#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The models that are known by name, and where their folders are.
namespace marrow {

/// What a model is for.
enum class ModelRole : std::uint8_t {
  dense,     ///< a text into one vector (bi-encoder)
  sparse,    ///< a text into weights over the vocabulary
  reranker,  ///< a query and a passage into one score (cross-encoder)
};

/// "dense", "sparse" or "reranker".
std::string_view name_of(ModelRole role) noexcept;

/// A model that this library knows by name, pinned file by file.
struct KnownModel {
  std::string name;                  ///< for example "all-MiniLM-L6-v2"
  std::vector<std::string> aliases;  ///< other spellings that mean the same model
  ModelRole role = ModelRole::dense;
  std::string licence;  ///< of the model, in its publisher's word
};

/// In the order of docs/models.md; the first of a role is its default.
std::vector<KnownModel> known_models();

/// The folder of a model that has been pulled, or the user's own folder or ONNX file.
///
/// `name_or_path` is looked up in this order: a path when it starts with `/`, `./` or `../`; a known
/// name or alias (case ignored); an existing folder or file; a hub name, `owner/name` or
/// `owner/name@revision`, pulled before. Never touches the network.
/// Throws not_found: with the command to run for a model that has not been pulled, with the nearest
/// known names for a name that means nothing.
std::filesystem::path resolve_model(std::string_view name_or_path,
                                    const std::filesystem::path& models_folder);

}  // namespace marrow
