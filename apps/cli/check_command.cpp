#include <cstdio>
#include <memory>
#include <string>

#include "commands.h"
#include "index/index_check.h"
#include "io/json.h"
#include "marrow/error.h"
#include "output.h"

namespace marrow::cli {
namespace {

struct CheckOptions {
  std::string index;
  bool json = false;
};

std::string json_of(const CheckReport& report, const std::string& index) {
  Json files = Json::array();
  for (const CheckReport::File& file : report.files) {
    files.push_back({{"name", file.name}, {"bytes", file.bytes}, {"problems", file.problem_count}});
  }
  Json result;
  result["index"] = index;
  result["commit"] = report.generation;
  result["documents"] = report.document_count;
  result["files"] = std::move(files);
  result["problems"] = report.problems;
  result["unreferenced"] = report.unreferenced;
  return to_text(result, 2);
}

std::string text_of(const CheckReport& report) {
  Table table({"file", "bytes", "problems"});
  for (const CheckReport::File& file : report.files) {
    table.add_row({file.name, std::to_string(file.bytes), std::to_string(file.problem_count)});
  }
  std::string text = report.files.empty() ? std::string() : table.text();
  for (const std::string& problem : report.problems) (text += problem) += '\n';
  for (const std::string& name : report.unreferenced) {
    text += name + ": belongs to no commit; harmless, the next commit removes it\n";
  }
  if (report.problems.empty()) {
    text += "Commit " + std::to_string(report.generation) + ", " + std::to_string(report.document_count) +
            " documents: every checksum and every invariant holds.\n";
  }
  return text;
}

void run(const CheckOptions& options) {
  const CheckReport report = check_index(options.index, show_progress("checked bytes"));
  std::fputs((options.json ? json_of(report, options.index) + '\n' : text_of(report)).c_str(), stdout);
  if (report.problems.empty()) return;
  const std::size_t count = report.problems.size();
  throw Error(ErrorCode::corrupt_index, options.index + ": " + std::to_string(count) +
                                            (count == 1 ? " problem" : " problems") + ", listed above");
}

}  // namespace

void add_check_command(CLI::App& app) {
  auto* const command =
      app.add_subcommand("check", "Read all of an index: every checksum and every invariant");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("index", options->index, "the index folder")->required()->type_name("INDEX");
  command->add_flag("--json", options->json, "the result as JSON");
  command->footer(
      "Changes nothing. Exit code 0 when the index is sound, 5 when it is not.\n"
      "Examples:\n"
      "  marrow check scifact.index\n"
      "  marrow check scifact.index --json");
  command->callback([options] { run(*options); });
}

}  // namespace marrow::cli
