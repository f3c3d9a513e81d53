#include "corpus/dataset_store.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "io/archive.h"
#include "io/download.h"
#include "io/durable_file.h"
#include "io/file_errors.h"
#include "io/fresh_folder.h"
#include "io/json.h"
#include "io/relative_path.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr const char* kRecordName = "marrow_source.json";
/// No set of BEIR comes near: msmarco, the largest, unfolds to 3 GB.
constexpr ArchiveLimits kArchiveLimits{.max_bytes = std::uint64_t{64} << 30, .max_members = 1000};

/// Where a member of NAME.zip goes: `NAME/corpus.jsonl` to `corpus.jsonl`, and so on; nothing for
/// anything that is no part of a collection.
std::optional<std::filesystem::path> place_of(std::string_view member, std::string_view name) {
  if (member.starts_with(name) && member.substr(name.size()).starts_with('/'))
    member.remove_prefix(name.size() + 1);
  std::string_view stem = member;
  if (stem.ends_with(".gz")) stem.remove_suffix(3);
  const bool judgements = stem.starts_with("qrels/") && stem.ends_with(".tsv");
  if (stem != "corpus.jsonl" && stem != "queries.jsonl" && !judgements) return std::nullopt;
  return std::filesystem::path(member);
}

/// The collection's files by name, relative to its folder, in order.
std::vector<std::string> files_of(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::string name = entry.path().lexically_relative(folder).generic_string();
    if (entry.is_regular_file() && name != kRecordName) files.push_back(std::move(name));
  }
  std::sort(files.begin(), files.end());
  return files;
}

void write_record(const std::filesystem::path& folder, const DatasetDescriptor& dataset,
                  const std::string& url, const Progress& progress) {
  Json files = Json::object();
  for (const std::string& file : files_of(folder)) files[file] = content_hash(folder / file, progress);
  const Json record = {{"name", std::string(dataset.name)},
                       {"url", shown_url(url)},
                       {"archive_md5", std::string(dataset.md5)},
                       {"sha256", std::move(files)}};
  constexpr int indent = 2;
  write_file(folder / kRecordName, to_text(record, indent) + '\n');
}

/// An archive whose sum holds and that is still no collection is a wrong entry in our own table, or a
/// test's: it is told before anything takes its place.
void require_whole(const std::filesystem::path& folder, const std::filesystem::path& archive) {
  const Collection collection = Collection::open(folder);
  if (collection.has_queries() && !collection.splits().empty()) return;
  throw Error(ErrorCode::bad_input, archive.string() + ": holds no queries.jsonl or no qrels/*.tsv");
}

/// Unpacks NAME.zip beside its place, records it and renames it into its place.
void install(const std::filesystem::path& archive, const DatasetDescriptor& dataset, const std::string& url,
             const std::filesystem::path& folder, const StepProgress& progress) {
  const std::string name(dataset.name);
  FreshFolder fresh(folder);
  const auto place = [&](const std::string& member) { return place_of(member, dataset.name); };
  unpack_into(archive, fresh.path(), place, kArchiveLimits, progress("unpacking " + name));
  require_whole(fresh.path(), archive);
  write_record(fresh.path(), dataset, url, progress("hashing " + name));
  fresh.commit();
}

void compare_count(std::size_t found, std::size_t expected, const char* what,
                   std::vector<std::string>& problems) {
  if (found == expected) return;
  problems.push_back(std::string(what) + ": found " + std::to_string(found) + ", expected " +
                     std::to_string(expected));
}

void compare_with(const DatasetDescriptor& expected, const Collection& collection, DatasetCheck& check) {
  if (expected.counts_are_exact) {
    compare_count(check.counts.documents, expected.documents, "documents", check.problems);
  }
  if (collection.split() == "test") {
    compare_count(check.counts.judged_queries, expected.judged_queries, "judged queries of the test split",
                  check.problems);
  }
}

void compare_with_record(const std::filesystem::path& folder, const Progress& progress, DatasetCheck& check) {
  const std::filesystem::path path = folder / kRecordName;
  if (!std::filesystem::exists(path)) return;
  check.has_record = true;
  const Json record = read_json_file(path);
  const auto files = record.find("sha256");
  if (!record.is_object() || files == record.end() || !files->is_object()) {
    throw Error(ErrorCode::bad_input, path.string() + ": expected an object with the key `sha256`");
  }
  for (const auto& [file, sum] : files->items()) {
    std::string problem = quote(file);
    if (!is_safe_relative_path(file) || !std::filesystem::exists(folder / file)) {
      problem += " is missing";
    } else if (const std::string found = content_hash(folder / file, progress); sum != found) {
      problem.append(" has SHA-256 ").append(found).append(", was pulled with ").append(to_text(sum));
    } else {
      continue;
    }
    check.problems.push_back(std::move(problem));
  }
}

}  // namespace

PullOutcome pull_dataset(const DatasetDescriptor& dataset, const DatasetPull& pull,
                         const StepProgress& progress) {
  return with_file_errors([&] {
    const std::string name(dataset.name);
    const std::filesystem::path folder = pull.data_folder / name;
    if (std::filesystem::exists(folder)) return PullOutcome::already_there;
    const std::filesystem::path archive = pull.data_folder / (name + ".zip");
    const std::string url = pull.base_url + '/' + name + ".zip";
    HttpClient client(pull.http);
    fetch(client,
          {.url = url, .path = archive, .digest_kind = DigestKind::md5, .digest = std::string(dataset.md5)},
          progress("downloading " + name));
    install(archive, dataset, url, folder, progress);
    std::filesystem::remove(archive);
    return PullOutcome::pulled;
  });
}

DatasetCheck check_dataset(const Collection& collection, const DatasetDescriptor* expected,
                           const StepProgress& progress) {
  return with_file_errors([&] {
    DatasetCheck check;
    check.counts = inspect(collection, progress("reading " + collection.name()));
    check.data_hash = collection.data_hash(progress("hashing " + collection.name()));
    if (check.counts.unknown_documents > 0 || check.counts.unknown_queries > 0) {
      std::string problem =
          "judged ids that resolve to nothing: " + std::to_string(check.counts.unknown_documents) +
          " documents, " + std::to_string(check.counts.unknown_queries) + " queries";
      for (const std::string& example : check.counts.examples_of_unknown) problem += ", " + example;
      check.problems.push_back(std::move(problem));
    }
    if (expected != nullptr) compare_with(*expected, collection, check);
    compare_with_record(collection.folder(), progress("comparing " + collection.name()), check);
    return check;
  });
}

}  // namespace marrow
