#include "models/registry.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "io/digest.h"
#include "io/relative_path.h"
#include "marrow/error.h"

namespace marrow {
namespace {

[[noreturn]] void fail(const NamedModel& model, const std::string& message) {
  throw Error(ErrorCode::invalid_argument, "model " + quote(model.known.name) + ": " + message);
}

bool is_sha256(std::string_view text) noexcept {
  return text.size() == digit_count(DigestKind::sha256) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

void check_package(const NamedModel& model, const PinnedPackage& package) {
  if (!is_sha256(package.sha256)) fail(model, package.file_name + ": not a sha256: " + quote(package.sha256));
  if (!is_safe_relative_path(package.file_name)) fail(model, "bad package file " + quote(package.file_name));
  if (package.bytes == 0) fail(model, package.file_name + ": the size is missing");
  if (package.name.empty() || package.version.empty())
    fail(model, package.file_name + ": no name or version");
  if (package.kind == PackageKind::maven && package.name.find(':') == std::string::npos) {
    fail(model, "a Maven package is `group:artifact`, got " + quote(package.name));
  }
}

void check_file(const NamedModel& model, const PinnedFile& file, const std::set<std::string>& earlier) {
  if (!is_safe_relative_path(file.path)) fail(model, "not a safe relative path: " + quote(file.path));
  if (earlier.contains(file.path)) fail(model, quote(file.path) + " stands twice");
  if (!is_sha256(file.sha256)) fail(model, file.path + ": not a sha256: " + quote(file.sha256));
  if (file.bytes == 0) fail(model, file.path + ": the size is missing");
  if (file.source.empty()) fail(model, file.path + ": the source is missing");
  const bool derived = file.origin == FileOrigin::dequantized || file.origin == FileOrigin::vocabulary;
  if (derived && !earlier.contains(file.source)) {
    fail(model, file.path + " is derived from " + quote(file.source) + ", which no earlier file is");
  }
  if (file.origin == FileOrigin::package && file.package >= model.packages.size()) {
    fail(model, file.path + ": there is no package " + std::to_string(file.package));
  }
  if (file.origin == FileOrigin::content && digest_of(DigestKind::sha256, file.source) != file.sha256) {
    fail(model, file.path + ": the content is not what its sha256 says");
  }
}

}  // namespace

std::string_view name_of(ModelRole role) noexcept {
  switch (role) {
    case ModelRole::dense:
      return "dense";
    case ModelRole::sparse:
      return "sparse";
    case ModelRole::reranker:
      return "reranker";
  }
  return "unknown";
}

std::vector<KnownModel> known_models() {
  std::vector<KnownModel> known;
  for (NamedModel& model : named_models()) known.push_back(std::move(model.known));
  return known;
}

std::uint64_t NamedModel::bytes() const {
  return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const PinnedFile& file) { return sum + file.bytes; });
}

const NamedModel* find_model(std::span<const NamedModel> models, std::string_view name) noexcept {
  for (const NamedModel& model : models) {
    const auto& aliases = model.known.aliases;
    const bool by_alias =
        std::any_of(aliases.begin(), aliases.end(), [&](const std::string& a) { return same_name(a, name); });
    if (by_alias || same_name(model.known.name, name)) return &model;
  }
  return nullptr;
}

void check_model(const NamedModel& model) {
  if (!is_safe_relative_path(model.known.name)) fail(model, "the name is no folder name");
  if (model.known.licence.empty()) fail(model, "the licence is missing");
  for (const PinnedPackage& package : model.packages) check_package(model, package);
  std::set<std::string> paths;
  for (const PinnedFile& file : model.files) {
    check_file(model, file, paths);
    paths.insert(file.path);
  }
  if (!paths.contains("config.json")) fail(model, "config.json is missing");
  if (!paths.contains("tokenizer.json") && !paths.contains("vocab.txt"))
    fail(model, "the tokenizer is missing");
}

}  // namespace marrow
