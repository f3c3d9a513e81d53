#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "collections.h"
#include "commands.h"
#include "corpus/dataset_store.h"
#include "corpus/datasets.h"
#include "io/json.h"
#include "marrow/error.h"
#include "output.h"

namespace marrow::cli {
namespace {

struct DatasetsOptions {
  std::string data_folder;
  std::string base_url{kBeirUrl};
  std::string split;
  int connect_timeout_s = 10;
  bool json = false;
  std::vector<std::string> names;
};

/// 1234567 as "1,234,567".
std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string document_count(const DatasetDescriptor& dataset) {
  return (dataset.counts_are_exact ? "" : "~") + grouped(dataset.documents);
}

bool is_here(const DatasetDescriptor& dataset, const std::filesystem::path& data_folder) {
  return Collection::is_there(data_folder / dataset.name);
}

Json descriptor_json(const DatasetDescriptor& dataset, const std::filesystem::path& data_folder) {
  Json figures = Json::array();
  for (const DatasetFigure& figure : dataset.figures) {
    figures.push_back({{"system", std::string(figure.system)},
                       {"nDCG@10", figure.ndcg_at_10()},
                       {"statement", std::string(figure.statement)}});
  }
  return {{"name", std::string(dataset.name)},
          {"about", std::string(dataset.about)},
          {"archive_md5", std::string(dataset.md5)},
          {"documents", dataset.documents},
          {"documents_exact", dataset.counts_are_exact},
          {"judged_queries", dataset.judged_queries},
          {"exclude_self", dataset.exclude_self},
          {"licence", std::string(dataset.licence)},
          {"mirror_licence", std::string(dataset.mirror_licence)},
          {"published", std::move(figures)},
          {"here", is_here(dataset, data_folder)}};
}

std::string figure_cell(const DatasetDescriptor& dataset, std::string_view system) {
  constexpr int decimals = 4;
  for (const DatasetFigure& figure : dataset.figures) {
    if (figure.system == system) return fixed(figure.ndcg_at_10(), decimals);
  }
  return "-";
}

void print_json(const Json& value) { std::printf("%s\n", to_text(value, 2).c_str()); }

void list(const DatasetsOptions& options) {
  const std::filesystem::path data_folder = data_folder_of(options.data_folder);
  if (options.json) {
    Json all = Json::array();
    for (const DatasetDescriptor& dataset : known_datasets())
      all.push_back(descriptor_json(dataset, data_folder));
    print_json({{"data_folder", data_folder.string()},
                {"datasets", all},
                {"collections", collections_in(data_folder)}});
    return;
  }
  Table table({"data set", "documents", "judged queries", "self-match", "bm25", "all-MiniLM-L6-v2",
               "bge-small-en-v1.5", "here"});
  for (const DatasetDescriptor& dataset : known_datasets()) {
    table.add_row({std::string(dataset.name), document_count(dataset), grouped(dataset.judged_queries),
                   dataset.exclude_self ? "excluded" : "kept", figure_cell(dataset, "bm25"),
                   figure_cell(dataset, "all-MiniLM-L6-v2"), figure_cell(dataset, "bge-small-en-v1.5"),
                   is_here(dataset, data_folder) ? "yes" : "no"});
  }
  std::fputs(table.text().c_str(), stdout);
  std::string others;
  for (const std::string& name : collections_in(data_folder)) {
    if (find_dataset(name) == nullptr) others += (others.empty() ? "" : ", ") + name;
  }
  std::printf(
      "Figures: published nDCG@10, test split; their sources: marrow datasets show NAME\nData folder: %s%s\n",
      data_folder.c_str(), others.empty() ? "" : ("; also there: " + others).c_str());
}

void show_one(const DatasetDescriptor& dataset, const std::filesystem::path& data_folder) {
  const std::string here = (data_folder / dataset.name).string();
  std::printf("%s: %s\n", std::string(dataset.name).c_str(), std::string(dataset.about).c_str());
  std::printf("  documents       %s\n", document_count(dataset).c_str());
  std::printf("  judged queries  %s (test)\n", grouped(dataset.judged_queries).c_str());
  std::printf("  self-match      %s\n", dataset.exclude_self ? "a query's own document is excluded" : "kept");
  std::printf("  licence         %s\n", std::string(dataset.licence).c_str());
  std::printf("  mirrors claim   %s\n", std::string(dataset.mirror_licence).c_str());
  std::printf("  archive         %s.zip, MD5 %s\n", std::string(dataset.name).c_str(),
              std::string(dataset.md5).c_str());
  std::printf("  here            %s\n", is_here(dataset, data_folder) ? here.c_str() : "no");
  std::puts("  published");
  for (const DatasetFigure& figure : dataset.figures) {
    std::printf("    %s: %s\n", std::string(figure.system).c_str(), std::string(figure.statement).c_str());
  }
}

void show(const DatasetsOptions& options) {
  const std::filesystem::path data_folder = data_folder_of(options.data_folder);
  Json all = Json::array();
  for (const std::string& name : options.names) {
    const DatasetDescriptor& dataset = require_dataset(name);
    if (options.json) {
      all.push_back(descriptor_json(dataset, data_folder));
    } else {
      show_one(dataset, data_folder);
    }
  }
  if (options.json) print_json({{"data_folder", data_folder.string()}, {"datasets", std::move(all)}});
}

void pull(const DatasetsOptions& options) {
  constexpr int ms = 1000;
  DatasetPull settings{.data_folder = data_folder_of(options.data_folder), .base_url = options.base_url};
  settings.http.connect_timeout_ms = options.connect_timeout_s * ms;
  std::vector<const DatasetDescriptor*> wanted;
  for (const std::string& name : options.names) wanted.push_back(&require_dataset(name));
  for (const DatasetDescriptor* const dataset : wanted) {
    const PullOutcome outcome = pull_dataset(*dataset, settings, show_progress);
    const std::string folder = (settings.data_folder / dataset->name).string();
    std::printf("%s: %s %s\n", std::string(dataset->name).c_str(),
                outcome == PullOutcome::pulled ? "pulled and verified, in" : "already there, in",
                folder.c_str());
  }
}

Json check_json(const Collection& collection, const DatasetCheck& check) {
  const CollectionCounts& counts = check.counts;
  return {{"name", collection.name()},
          {"folder", collection.folder().string()},
          {"layout", std::string(name_of(collection.layout()))},
          {"splits", collection.splits()},
          {"split", collection.split()},
          {"documents", counts.documents},
          {"empty_documents", counts.empty_documents},
          {"queries", counts.queries},
          {"judged_queries", counts.judged_queries},
          {"judgements", counts.judgements},
          {"relevant", counts.relevant},
          {"unknown_documents", counts.unknown_documents},
          {"unknown_queries", counts.unknown_queries},
          {"data_hash", check.data_hash},
          {"compared_with_its_pull", check.has_record},
          {"problems", check.problems}};
}

void print_check(const Collection& collection, const DatasetCheck& check) {
  const CollectionCounts& counts = check.counts;
  std::printf("%s: %s layout in %s\n", collection.name().c_str(),
              std::string(name_of(collection.layout())).c_str(), collection.folder().c_str());
  std::printf("  %s documents (%s empty), %s queries\n", grouped(counts.documents).c_str(),
              grouped(counts.empty_documents).c_str(), grouped(counts.queries).c_str());
  std::printf("  split %s: %s judged queries, %s judgements, %s of them relevant\n",
              collection.split().empty() ? "(none)" : collection.split().c_str(),
              grouped(counts.judged_queries).c_str(), grouped(counts.judgements).c_str(),
              grouped(counts.relevant).c_str());
  std::printf("  data hash %s\n", check.data_hash.c_str());
  std::printf("  %s\n", check.has_record
                            ? "its files were compared with the record of its pull"
                            : "it was not pulled by marrow: no record of its files to compare with");
  for (const std::string& problem : check.problems) std::printf("  PROBLEM %s\n", problem.c_str());
  if (check.problems.empty()) std::puts("  no problem found");
}

void verify(const DatasetsOptions& options) {
  const std::filesystem::path data_folder = data_folder_of(options.data_folder);
  Json all = Json::array();
  std::size_t problems = 0;
  for (const std::string& name : options.names) {
    const Collection collection = open_collection(name, data_folder, options.split);
    const DatasetCheck check = check_dataset(collection, find_dataset(collection.name()), show_progress);
    problems += check.problems.size();
    if (options.json) {
      all.push_back(check_json(collection, check));
    } else {
      print_check(collection, check);
    }
  }
  if (options.json) print_json({{"collections", std::move(all)}});
  if (problems > 0) throw Error(ErrorCode::bad_input, "problems found: " + std::to_string(problems));
}

using Action = void (*)(const DatasetsOptions&);

/// A subcommand with what all four share; the caller adds the rest.
CLI::App* add_action(CLI::App& parent, const std::string& name, const std::string& what,
                     const std::shared_ptr<DatasetsOptions>& options, Action action) {
  auto* const command = parent.add_subcommand(name, what);
  command
      ->add_option("--data-dir", options->data_folder,
                   "the folder of data sets; else MARROW_DATA, else the user's cache folder")
      ->type_name("FOLDER");
  command->callback([options, action] { action(*options); });
  return command;
}

void add_names(CLI::App& command, const std::shared_ptr<DatasetsOptions>& options, const std::string& what) {
  command.add_option("names", options->names, what)->required()->type_name("NAME");
}

}  // namespace

void add_datasets_command(CLI::App& app) {
  auto* const command = app.add_subcommand("datasets", "Known data sets: list, show, pull, verify");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  marrow datasets list\n"
      "  marrow datasets show scifact                    counts, licences, published figures and their "
      "sources\n"
      "  marrow datasets pull scifact nfcorpus           downloads go on where they ended\n"
      "  marrow datasets verify scifact ./my_corpus      counts, judged ids, files against their pull\n"
      "Layouts and rules: docs/datasets.md");
  auto options = std::make_shared<DatasetsOptions>();
  auto* const lists = add_action(*command, "list", "All known data sets, and which are here", options, list);
  auto* const shows = add_action(*command, "show", "All that is known of a data set", options, show);
  auto* const pulls = add_action(*command, "pull", "Download, verify and unpack data sets", options, pull);
  auto* const verifies =
      add_action(*command, "verify", "Read a data set or folder whole and check it", options, verify);
  add_names(*shows, options, "known data sets");
  add_names(*pulls, options, "known data sets");
  add_names(*verifies, options, "data sets in the data folder, or folders");
  for (CLI::App* const with_json : {lists, shows, verifies}) {
    with_json->add_flag("--json", options->json, "print JSON");
  }
  pulls->add_option("--base-url", options->base_url, "where the archives are: URL/NAME.zip")
      ->type_name("URL")
      ->capture_default_str();
  pulls
      ->add_option("--connect-timeout", options->connect_timeout_s,
                   "give up after so long without a connection")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  verifies
      ->add_option("--split", options->split, "the judgements to check; by default test, or the only ones")
      ->type_name("SPLIT");
}

}  // namespace marrow::cli
