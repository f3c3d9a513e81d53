#include "models/model_store.h"

#include <algorithm>
#include <numeric>

#include "io/digest.h"
#include "io/file_errors.h"
#include "io/json.h"
#include "io/json_place.h"
#include "io/mapped_file.h"
#include "io/relative_path.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::string_view kPartialSuffix = ".partial";
constexpr std::size_t kMaxHubNameBytes = 96;

FileCheck check_file(const std::filesystem::path& folder, const ExpectedFile& expected) {
  FileCheck check{expected, FileState::missing, {}, 0};
  const std::filesystem::path path = folder / expected.path;
  if (!std::filesystem::exists(path)) return check;
  const MappedFile file(path);
  Digest digest(DigestKind::sha256);
  digest.update(file.bytes());
  check.found_sha256 = digest.finish();
  check.found_bytes = file.bytes().size();
  const bool same = check.found_sha256 == expected.sha256 && check.found_bytes == expected.bytes;
  check.state = same ? FileState::good : FileState::altered;
  return check;
}

ExpectedFile parse_expected_file(const JsonPlace& entry) {
  ExpectedFile file{entry.at("path").text(), entry.at("sha256").text(), entry.at("bytes").large_count()};
  if (!is_safe_relative_path(file.path)) entry.at("path").refuse("a path inside the folder");
  return file;
}

bool is_hub_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

bool is_hub_part(std::string_view text) noexcept {
  return !text.empty() && text.size() <= kMaxHubNameBytes && text.front() != '.' && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), is_hub_character);
}

/// Slash-separated parts, so that no revision leaves the models folder or the hub's path.
bool is_revision(std::string_view text) noexcept {
  for (;;) {
    const std::size_t slash = text.find('/');
    if (!is_hub_part(text.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    text.remove_prefix(slash + 1);
  }
}

/// Adds `folder` when it is a complete model folder with a record.
void add_if_pulled(const std::filesystem::path& folder, std::vector<PulledModel>& found) {
  if (folder.string().ends_with(kPartialSuffix)) return;
  if (auto record = read_model_record(folder)) found.push_back({folder, std::move(*record)});
}

std::vector<PulledModel> find_pulled_models(const std::filesystem::path& models_folder) {
  std::vector<PulledModel> found;
  if (!std::filesystem::is_directory(models_folder)) return found;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder)) {
    if (!entry.is_directory()) continue;
    add_if_pulled(entry.path(), found);
    for (const auto& inner : std::filesystem::directory_iterator(entry.path())) {
      if (inner.is_directory()) add_if_pulled(inner.path(), found);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const PulledModel& a, const PulledModel& b) { return a.record.name < b.record.name; });
  return found;
}

}  // namespace

std::vector<FileCheck> check_files(const std::filesystem::path& folder, std::span<const ExpectedFile> files,
                                   const Progress& progress) {
  const auto total = std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                                     [](std::uint64_t sum, const ExpectedFile& f) { return sum + f.bytes; });
  std::vector<FileCheck> checks;
  std::uint64_t done = 0;
  for (const ExpectedFile& file : files) {
    checks.push_back(with_file_errors([&] { return check_file(folder, file); }));
    done += file.bytes;
    if (progress) progress(done, total);
  }
  return checks;
}

bool all_good(std::span<const FileCheck> checks) noexcept {
  return std::all_of(checks.begin(), checks.end(),
                     [](const FileCheck& c) { return c.state == FileState::good; });
}

std::string describe(const FileCheck& check) {
  const std::string& path = check.expected.path;
  switch (check.state) {
    case FileState::good:
      return path + ": sha256 " + check.found_sha256 + " as expected";
    case FileState::missing:
      return path + ": missing, expected sha256 " + check.expected.sha256;
    case FileState::altered:
      break;
  }
  return path + ": sha256 is " + check.found_sha256 + " (" + std::to_string(check.found_bytes) +
         " bytes), expected " + check.expected.sha256 + " (" + std::to_string(check.expected.bytes) +
         " bytes)";
}

std::vector<ExpectedFile> expected_files(const NamedModel& model) {
  std::vector<ExpectedFile> files;
  for (const PinnedFile& file : model.files) files.push_back({file.path, file.sha256, file.bytes});
  return files;
}

std::string to_text(const ModelRecord& record) {
  Json files = Json::array();
  for (const ExpectedFile& file : record.files) {
    files.push_back({{"path", file.path}, {"sha256", file.sha256}, {"bytes", file.bytes}});
  }
  const Json json = {{"name", record.name},
                     {"source", record.source},
                     {"revision", record.revision},
                     {"licence", record.licence},
                     {"files", std::move(files)}};
  return to_text(json, 2) + '\n';
}

ModelRecord parse_model_record(std::string_view text, std::string_view source) {
  const SortedJson document = parse_sorted_json(text, source);
  const JsonPlace place(document, std::string(source));
  ModelRecord record{place.at("name").text(),
                     place.at("source").text(),
                     place.at("revision").text(),
                     place.at("licence").text(),
                     {}};
  for (const JsonPlace& file : place.at("files").elements())
    record.files.push_back(parse_expected_file(file));
  return record;
}

std::optional<ModelRecord> read_model_record(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kModelRecordName;
  if (!std::filesystem::exists(path)) return std::nullopt;
  const MappedFile file(path);
  const auto bytes = file.bytes();
  return parse_model_record({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path.string());
}

std::vector<PulledModel> pulled_models(const std::filesystem::path& models_folder) {
  return with_file_errors([&] { return find_pulled_models(models_folder); });
}

std::optional<HubName> parse_hub_name(std::string_view text) {
  if (text.ends_with(kPartialSuffix)) return std::nullopt;
  HubName hub;
  if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    hub.revision = text.substr(at + 1);
    text = text.substr(0, at);
  }
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  hub.owner = text.substr(0, slash);
  hub.name = text.substr(slash + 1);
  if (!is_hub_part(hub.owner) || !is_hub_part(hub.name) || !is_revision(hub.revision)) return std::nullopt;
  return hub;
}

std::filesystem::path folder_of(const HubName& name, const std::filesystem::path& models_folder) {
  std::string revision = name.revision;
  for (std::size_t slash = revision.find('/'); slash != std::string::npos;
       slash = revision.find('/', slash)) {
    revision.replace(slash, 1, "%2F");
  }
  return models_folder / name.owner / (name.name + '@' + revision);
}

}  // namespace marrow
