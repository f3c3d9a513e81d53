#include "models/hub_listing.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "io/digest.h"
#include "io/json_place.h"
#include "io/relative_path.h"
#include "marrow/error.h"

namespace marrow {
namespace {

constexpr const char* kNoLicence = "no licence tag";
constexpr std::string_view kLicenceTag = "license:";

constexpr std::array<std::string_view, 17> kPlainFiles = {"config.json",
                                                          "modules.json",
                                                          "config_sentence_transformers.json",
                                                          "sentence_bert_config.json",
                                                          "tokenizer.json",
                                                          "tokenizer_config.json",
                                                          "special_tokens_map.json",
                                                          "added_tokens.json",
                                                          "vocab.txt",
                                                          "vocab.json",
                                                          "merges.txt",
                                                          "sentencepiece.bpe.model",
                                                          "spiece.model",
                                                          "tokenizer.model",
                                                          "README.md",
                                                          "LICENSE",
                                                          "NOTICE"};

/// In the order in which read_model_folder looks for them.
constexpr std::array<std::string_view, 3> kWeights = {"model.safetensors", "model.onnx", "onnx/model.onnx"};

[[noreturn]] void fail(std::string_view source, const std::string& message) {
  throw Error(ErrorCode::bad_input, std::string(source) + ": " + message);
}

bool is_digest(std::string_view text, DigestKind kind) noexcept {
  return text.size() == digit_count(kind) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// `1_Pooling/config.json` and the like: a number, `_`, letters, then one of two files.
bool is_module_file(std::string_view path) noexcept {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view folder = path.substr(0, slash);
  const std::size_t mark = folder.find('_');
  if (mark == 0 || mark == std::string_view::npos || mark + 1 == folder.size()) return false;
  if (folder.substr(0, mark).find_first_not_of("0123456789") != std::string_view::npos) return false;
  const std::string_view file = path.substr(slash + 1);
  return file == "config.json" || file == "model.safetensors";
}

HubFile parse_file(const JsonPlace& entry) {
  HubFile file{entry.at("rfilename").text(), std::nullopt, HubSum::none, {}};
  if (entry.has("size")) file.bytes = entry.at("size").large_count();
  if (entry.has("lfs")) {
    const JsonPlace large = entry.at("lfs");
    file.kind = HubSum::sha256;
    file.sum = large.at("sha256").text();
    if (!is_digest(file.sum, DigestKind::sha256)) large.at("sha256").refuse("a sha256");
    if (large.has("size")) file.bytes = large.at("size").large_count();
  } else if (entry.has("blobId")) {
    file.kind = HubSum::git_blob;
    file.sum = entry.at("blobId").text();
    if (!is_digest(file.sum, DigestKind::sha1)) entry.at("blobId").refuse("a git name");
  }
  return file;
}

std::string licence_of(const JsonPlace& model) {
  if (!model.has("tags")) return kNoLicence;
  for (const JsonPlace& tag : model.at("tags").elements()) {
    const std::string text = tag.text();
    if (text.starts_with(kLicenceTag)) return text.substr(kLicenceTag.size());
  }
  return kNoLicence;
}

const HubFile* find_file(const HubListing& listing, std::string_view path) noexcept {
  const auto found = std::find_if(listing.files.begin(), listing.files.end(),
                                  [&](const HubFile& file) { return file.path == path; });
  return found == listing.files.end() ? nullptr : &*found;
}

}  // namespace

HubListing parse_hub_listing(std::string_view text, std::string_view source) {
  const SortedJson document = parse_sorted_json(text, source);
  const JsonPlace model(document, std::string(source));
  HubListing listing{model.at("sha").text(), licence_of(model), {}};
  if (!is_digest(listing.commit, DigestKind::sha1)) model.at("sha").refuse("a commit");
  std::set<std::string> seen;
  for (const JsonPlace& entry : model.at("siblings").elements()) {
    HubFile file = parse_file(entry);
    if (!is_safe_relative_path(file.path)) continue;
    if (!seen.insert(file.path).second) entry.at("rfilename").refuse("a name that stands once");
    listing.files.push_back(std::move(file));
  }
  return listing;
}

std::vector<HubFile> needed_files(const HubListing& listing, std::string_view source) {
  if (find_file(listing, "config.json") == nullptr)
    fail(source, "it has no config.json: not a model that is read here");
  std::vector<HubFile> needed;
  for (const HubFile& file : listing.files) {
    const bool plain = std::find(kPlainFiles.begin(), kPlainFiles.end(), file.path) != kPlainFiles.end();
    if (plain || is_module_file(file.path)) needed.push_back(file);
  }
  for (const std::string_view path : kWeights) {
    const HubFile* const weights = find_file(listing, path);
    if (weights == nullptr) continue;
    needed.push_back(*weights);
    if (const HubFile* const data = find_file(listing, std::string(path) + "_data")) needed.push_back(*data);
    return needed;
  }
  fail(source, "it has neither model.safetensors nor an ONNX file; pickled weights are never loaded");
}

void set_sum_from_etag(HubFile& file, std::string_view etag) {
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  if (etag.size() < 2 || etag.front() != '"' || etag.back() != '"') return;
  const std::string_view sum = etag.substr(1, etag.size() - 2);
  if (is_digest(sum, DigestKind::sha256)) file.kind = HubSum::sha256;
  if (is_digest(sum, DigestKind::sha1)) file.kind = HubSum::git_blob;
  if (file.kind != HubSum::none) file.sum = sum;
}

}  // namespace marrow
