#include <cstdio>
#include <memory>

#include "commands.h"
#include "engine/config.h"
#include "marrow/error.h"
#include "output.h"

namespace marrow::cli {
namespace {

struct ConfigOptions {
  std::string file;
  std::string against;
  std::vector<std::string> settings;
};

void run(const ConfigOptions& options) {
  const Config config = load_config(options.file, options.settings);
  if (options.against.empty()) {
    std::fputs(to_yaml(config).c_str(), stdout);
    return;
  }
  const auto lines = differences(config, read_config(options.against));
  for (const std::string& line : lines) notice("warning: not comparable, " + line);
  if (lines.empty()) std::puts("The two agree on models, analysis, fusion and reranking.");
}

}  // namespace

Config load_config(const std::string& file, const std::vector<std::string>& assignments) {
  Config config = file.empty() ? Config{} : read_config(file);
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorCode::invalid_argument,
                  "--set: got " + quote(assignment) + ", expected section.key=value");
    }
    config.set(std::string_view(assignment).substr(0, equals),
               std::string_view(assignment).substr(equals + 1), "--set");
  }
  config.validate();
  return config;
}

void add_config_options(CLI::App& command, std::string& file, std::vector<std::string>& assignments) {
  command.add_option("--config", file, "settings from a YAML file")->type_name("FILE");
  command.add_option("--set", assignments, "one setting over the file's, as section.key=value")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_config_command(CLI::App& app) {
  auto* const command = app.add_subcommand("config", "Print the whole configuration, or compare two");
  auto options = std::make_shared<ConfigOptions>();
  add_config_options(*command, options->file, options->settings);
  command
      ->add_option("--against", options->against,
                   "a second file: warn where runs under the two are not comparable")
      ->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  marrow config                                   the defaults, each explained\n"
      "  marrow config --config config.yaml --set fusion.alpha=0.3\n"
      "  marrow config --config config.yaml --against config.docker.yaml");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
