#include "corpus/collection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "corpus/beir.h"
#include "corpus/jsonl.h"
#include "io/byte_source.h"
#include "io/digest.h"
#include "io/file_errors.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr std::string_view kDefaultSplit = "test";
constexpr std::string_view kOnlySplit = "all";

/// FOLDER/NAME or FOLDER/NAME.gz; empty when neither is there.
std::filesystem::path find_file(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path plain = folder / name;
  const std::filesystem::path packed = folder / (name + ".gz");
  const bool has_plain = std::filesystem::exists(plain);
  const bool has_packed = std::filesystem::exists(packed);
  if (has_plain && has_packed) {
    throw Error(ErrorCode::bad_input,
                folder.string() + ": holds both " + name + " and " + name + ".gz, expected one of them");
  }
  return has_plain ? plain : has_packed ? packed : std::filesystem::path();
}

/// `test` of `qrels/test.tsv` and `qrels/test.tsv.gz`; empty for any other name.
std::string split_of(std::string name) {
  for (const std::string_view ending : {".gz", ".tsv"}) {
    if (name.ends_with(ending)) {
      name.resize(name.size() - ending.size());
    } else if (ending == ".tsv") {
      return {};
    }
  }
  return name;
}

std::vector<std::string> splits_in(const std::filesystem::path& folder) {
  std::vector<std::string> splits;
  if (!std::filesystem::is_directory(folder)) return splits;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string split = split_of(entry.path().filename().string());
    if (!split.empty()) splits.push_back(std::move(split));
  }
  std::sort(splits.begin(), splits.end());
  splits.erase(std::unique(splits.begin(), splits.end()), splits.end());
  return splits;
}

/// The last part of the folder's full path, however the folder was written.
std::string own_name(const std::filesystem::path& folder) {
  const std::filesystem::path full = std::filesystem::absolute(folder).lexically_normal();
  return (full.has_filename() ? full : full.parent_path()).filename().string();
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "none" : text;
}

std::string choose_split(const std::filesystem::path& folder, const std::vector<std::string>& splits,
                         std::string_view wanted) {
  const auto has = [&](std::string_view name) {
    return std::find(splits.begin(), splits.end(), name) != splits.end();
  };
  if (!wanted.empty() && !has(wanted)) {
    throw Error(ErrorCode::not_found,
                folder.string() + ": no split " + quote(wanted) + ", there are: " + joined(splits));
  }
  if (!wanted.empty()) return std::string(wanted);
  if (has(kDefaultSplit)) return std::string(kDefaultSplit);
  return splits.size() == 1 ? splits.front() : std::string();
}

}  // namespace

std::string_view name_of(CollectionLayout layout) noexcept {
  return layout == CollectionLayout::beir ? "BEIR" : "JSONL";
}

Collection Collection::open(const std::filesystem::path& folder, std::string_view split) {
  return with_file_errors([&] {
    if (!std::filesystem::is_directory(folder)) {
      throw Error(ErrorCode::not_found, folder.string() + ": no such folder");
    }
    Collection found;
    found.folder_ = folder;
    found.name_ = own_name(folder);
    found.find_documents();
    found.queries_ = find_file(folder, "queries.jsonl");
    found.find_qrels(split);
    return found;
  });
}

void Collection::find_documents() {
  const std::filesystem::path beir = find_file(folder_, "corpus.jsonl");
  const std::filesystem::path jsonl = find_file(folder_, "documents.jsonl");
  if (beir.empty() && jsonl.empty()) {
    throw Error(ErrorCode::not_found,
                folder_.string() + ": holds neither corpus.jsonl (BEIR) nor documents.jsonl, plain or .gz");
  }
  if (!beir.empty() && !jsonl.empty()) {
    throw Error(
        ErrorCode::bad_input,
        folder_.string() + ": holds both corpus.jsonl (BEIR) and documents.jsonl, expected one of them");
  }
  layout_ = beir.empty() ? CollectionLayout::jsonl : CollectionLayout::beir;
  documents_ = beir.empty() ? jsonl : beir;
}

void Collection::find_qrels(std::string_view wanted_split) {
  if (layout_ == CollectionLayout::jsonl) {
    qrels_ = find_file(folder_, "qrels.jsonl");
    if (!qrels_.empty()) splits_.emplace_back(kOnlySplit);
    split_ = choose_split(folder_, splits_, wanted_split);
    return;
  }
  splits_ = splits_in(folder_ / "qrels");
  split_ = choose_split(folder_, splits_, wanted_split);
  if (!split_.empty()) qrels_ = find_file(folder_ / "qrels", split_ + ".tsv");
}

bool Collection::is_there(const std::filesystem::path& folder) {
  constexpr std::array names = {"corpus.jsonl", "corpus.jsonl.gz", "documents.jsonl", "documents.jsonl.gz"};
  return with_file_errors([&] {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return std::filesystem::is_regular_file(folder / name); });
  });
}

const std::filesystem::path& Collection::require(const std::filesystem::path& file,
                                                 std::string_view what) const {
  if (!file.empty()) return file;
  std::string message = folder_.string() + ": has no " + std::string(what);
  if (&file == &qrels_ && !splits_.empty())
    message += " of the default split; name one of: " + joined(splits_);
  throw Error(ErrorCode::not_found, message);
}

DocumentReader Collection::documents() const {
  LineReader lines(documents_);
  return layout_ == CollectionLayout::beir ? read_beir_documents(std::move(lines))
                                           : read_jsonl_documents(std::move(lines));
}

std::vector<Query> Collection::queries() const {
  LineReader lines(require(queries_, "queries.jsonl"));
  return layout_ == CollectionLayout::beir ? read_beir_queries(std::move(lines))
                                           : read_jsonl_queries(std::move(lines));
}

Qrels Collection::qrels() const {
  LineReader lines(require(qrels_, "judgements"));
  return layout_ == CollectionLayout::beir ? read_beir_qrels(std::move(lines))
                                           : read_jsonl_qrels(std::move(lines));
}

std::string Collection::data_hash(const Progress& progress) const {
  // The files' own hashes, named, so that no byte can move from one file to the next unseen.
  Digest digest(DigestKind::sha256);
  const std::pair<std::string_view, const std::filesystem::path&> parts[] = {
      {"documents", documents_}, {"queries", queries_}, {"judgements", qrels_}};
  for (const auto& [what, file] : parts) {
    if (file.empty()) continue;
    digest.update(std::string(what) + ' ' + content_hash(file, progress) + '\n');
  }
  return digest.finish();
}

std::vector<Query> judged_queries(std::vector<Query> queries, const Qrels& qrels) {
  std::erase_if(queries, [&](const Query& query) { return !qrels.contains(query.external_id); });
  return queries;
}

std::string content_hash(const std::filesystem::path& file, const Progress& progress) {
  constexpr std::size_t block_bytes = std::size_t{1} << 18;
  const auto source = open_file(file);
  Digest digest(DigestKind::sha256);
  std::vector<char> block(block_bytes);
  std::size_t done = 0;
  while (const std::size_t count = source->read(block)) {
    digest.update(std::string_view(block.data(), count));
    done += count;
    if (progress) progress(done, 0);
  }
  return digest.finish();
}

}  // namespace marrow
