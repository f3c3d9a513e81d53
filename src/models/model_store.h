#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/types.h"
#include "models/registry.h"

/// The folder that holds model folders:
///   NAME/                    a named model
///   OWNER/NAME@REVISION/     a model of the hub
///   ….partial/               one whose pull was interrupted, or runs
namespace marrow {

/// A file of a model folder and what it must be.
struct ExpectedFile {
  std::string path;    ///< in the folder, with `/`
  std::string sha256;  ///< lower-case hexadecimal
  std::uint64_t bytes = 0;
  friend bool operator==(const ExpectedFile&, const ExpectedFile&) = default;
};

enum class FileState : std::uint8_t { good, missing, altered };

/// What was found in the place of an expected file.
struct FileCheck {
  ExpectedFile expected;
  FileState state = FileState::missing;
  std::string found_sha256;  ///< empty when missing
  std::uint64_t found_bytes = 0;
};

/// Reads every file whole and compares it. `progress` counts bytes of all files.
/// Throws io when a file is there but cannot be read.
std::vector<FileCheck> check_files(const std::filesystem::path& folder, std::span<const ExpectedFile> files,
                                   const Progress& progress = {});
bool all_good(std::span<const FileCheck> checks) noexcept;

/// "config.json: sha256 is …, expected …", or that it is missing.
std::string describe(const FileCheck& check);

/// The files of a named model's folder.
std::vector<ExpectedFile> expected_files(const NamedModel& model);

/// What a pulled folder says of itself, in its file kModelRecordName.
struct ModelRecord {
  std::string name;      ///< "bge-small-en-v1.5", or "owner/name@revision" as asked for
  std::string source;    ///< where it was pulled from, for people
  std::string revision;  ///< the commit, for models of the hub
  std::string licence;
  std::vector<ExpectedFile> files;
  friend bool operator==(const ModelRecord&, const ModelRecord&) = default;
};

inline constexpr std::string_view kModelRecordName = "marrow_model.json";

std::string to_text(const ModelRecord& record);
/// Throws bad_input, naming `source` and the member that is not as it must be.
ModelRecord parse_model_record(std::string_view text, std::string_view source);
/// The record of `folder`; nothing when it has none. Throws as parse_model_record.
std::optional<ModelRecord> read_model_record(const std::filesystem::path& folder);

/// A model folder that is in the models folder.
struct PulledModel {
  std::filesystem::path folder;
  ModelRecord record;
};

/// All complete ones that have a record, by name. Empty when the models folder does not exist.
std::vector<PulledModel> pulled_models(const std::filesystem::path& models_folder);

/// A model's name on the hub.
struct HubName {
  std::string owner;
  std::string name;
  std::string revision = "main";  ///< a branch, a tag or a commit

  std::string text() const { return owner + '/' + name + '@' + revision; }
};

/// `owner/name` or `owner/name@revision`; nothing when `text` is no such name. Owner and name are
/// letters, digits, `.`, `_` and `-`, and do not begin with `.` or `-`; a revision may hold `/` as well. None
/// ends in `.partial`.
std::optional<HubName> parse_hub_name(std::string_view text);

/// Where the model is kept, or would be.
std::filesystem::path folder_of(const HubName& name, const std::filesystem::path& models_folder);

}  // namespace marrow
