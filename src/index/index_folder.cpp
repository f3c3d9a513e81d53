#include "index/index_folder.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include "marrow/error.h"

namespace marrow {
namespace {

/// The number at the front of `text`, as our files' names have it: digits without a leading zero.
/// Takes it off `text`.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || (text.front() == '0' && end - text.data() > 1)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool is_rest_of_segment_name(std::string_view rest) {
  if (rest == ".documents") return true;
  for (const std::string_view kind : {".postings-", ".impacts-", ".impacts8-", ".vectors-"}) {
    std::string_view number = rest;
    if (take(number, kind) && take_number(number) && number.empty()) return true;
  }
  return false;
}

/// Puts one entry where it belongs.
void classify(const std::string& name, FolderContent& content) {
  std::string_view rest = name;
  const bool unfinished = rest.ends_with(".tmp");
  if (unfinished) rest.remove_suffix(4);
  if (take(rest, "MANIFEST-")) {
    if (const auto generation = take_number(rest); generation && rest.empty()) {
      if (!unfinished) content.generations.push_back(*generation);
      content.files.push_back(name);
      return;
    }
  } else if (take(rest, "segment-")) {
    if (const auto segment = take_number(rest); segment && is_rest_of_segment_name(rest)) {
      content.last_segment = std::max(content.last_segment, *segment);
      content.files.push_back(name);
      return;
    }
  }
  content.foreign.push_back(name);
}

}  // namespace

FolderContent list_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  FolderContent content;
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    classify(entries->path().filename().string(), content);
  }
  if (error) {
    const bool missing = error == std::errc::no_such_file_or_directory;
    throw Error(missing ? ErrorCode::not_found : ErrorCode::io,
                folder.string() + ": cannot read the index folder: " + error.message());
  }
  std::sort(content.generations.begin(), content.generations.end(), std::greater<>());
  std::sort(content.files.begin(), content.files.end());
  std::sort(content.foreign.begin(), content.foreign.end());
  return content;
}

NewestManifest read_newest_manifest(const std::filesystem::path& folder) {
  const FolderContent content = list_folder(folder);
  std::vector<std::string> damaged;
  for (const std::uint64_t generation : content.generations) {
    try {
      return {read_manifest(folder, generation), std::move(damaged)};
    } catch (const Error& error) {
      // What is damaged is passed over and told; anything else (too new, unreadable) must not be.
      if (error.code() != ErrorCode::corrupt_index) throw;
      damaged.emplace_back(error.what());
    }
  }
  if (damaged.empty()) {
    throw Error(ErrorCode::not_found, folder.string() + ": no index here (no MANIFEST file)");
  }
  throw Error(ErrorCode::corrupt_index, damaged.front());
}

std::vector<std::string> unreferenced(const FolderContent& content, const Manifest& manifest) {
  std::set<std::string> named{manifest_file_name(manifest.generation)};
  for (const SegmentEntry& segment : manifest.segments) {
    for (const FileEntry& file : segment.files) named.insert(segment_file_name(segment.number, file));
  }
  std::vector<std::string> rest;
  std::set_difference(content.files.begin(), content.files.end(), named.begin(), named.end(),
                      std::back_inserter(rest));
  return rest;
}

void remove_unreferenced(const std::filesystem::path& folder, const Manifest& manifest) {
  for (const std::string& name : unreferenced(list_folder(folder), manifest)) {
    std::error_code ignored;
    std::filesystem::remove(folder / name, ignored);
  }
}

}  // namespace marrow
