#include "models/hub.h"

#include <optional>
#include <utility>
#include <vector>

#include "io/digest.h"
#include "io/download.h"
#include "io/file_errors.h"
#include "io/mapped_file.h"
#include "marrow/error.h"
#include "models/hub_listing.h"

namespace marrow {
namespace {

constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kOk = 200;

/// The only character of a revision that a path may not hold as it is.
std::string escaped(const std::string& revision) {
  std::string text;
  for (const char c : revision) text += c == '/' ? std::string("%2F") : std::string(1, c);
  return text;
}

/// One hub, one model: what every request needs.
class HubModel {
 public:
  HubModel(const HubName& name, const HubOptions& options)
      : name_(name), options_(options), endpoint_(options.endpoint), client_(options.http) {
    while (endpoint_.ends_with('/')) endpoint_.pop_back();
  }

  HubListing list(const std::string& revision) {
    const std::string url = endpoint_ + "/api/models/" + name_.owner + '/' + name_.name + "/revision/" +
                            escaped(revision) + "?blobs=true";
    const HttpResponse response = client_.send({HttpMethod::get, url, {}, {}, true});
    check_status(response, url);
    if (response.status != kOk) {
      throw Error(ErrorCode::io,
                  shown_url(url) + ": the hub answered with HTTP " + std::to_string(response.status));
    }
    return parse_hub_listing(response.body, shown_url(url));
  }

  /// Throws when the hub lists the model but does not let it be read, as with models whose terms have
  /// to be accepted first.
  void check_access(const std::string& commit) {
    const std::string url = url_of(commit, "config.json");
    check_status(client_.send({HttpMethod::head, url, {}, {}, true}), url);
  }

  /// `file` with the sum that its own address states, for hubs whose listing has none.
  HubFile with_sum(HubFile file, const std::string& commit) {
    if (file.kind != HubSum::none) return file;
    HttpOptions direct = options_.http;
    direct.max_redirects = 0;  // the storage that large files are redirected to has other tags
    HttpClient client(direct);
    const std::string url = url_of(commit, file.path);
    const HttpResponse response = client.send({HttpMethod::head, url, {}, {}, true});
    check_status(response, url);
    for (const char* const header : {"x-linked-etag", "etag"}) {
      const auto found = response.headers.find(header);
      if (found != response.headers.end() && file.kind == HubSum::none)
        set_sum_from_etag(file, found->second);
    }
    if (file.kind == HubSum::none) {
      throw Error(ErrorCode::bad_input, shown_url(url) + ": the hub states no sum to verify the file by");
    }
    return file;
  }

  void fetch_to(const std::filesystem::path& path, const HubFile& file, const std::string& commit) {
    Download download;
    download.url = url_of(commit, file.path);
    download.path = path;
    download.digest = file.kind == HubSum::sha256 ? file.sum : std::string();
    if (file.bytes) download.bytes = *file.bytes;
    const Progress progress =
        options_.begin_step ? options_.begin_step("fetching " + file.path + " of " + name_.text() + ", bytes")
                            : Progress{};
    fetch(client_, download, progress);
  }

 private:
  std::string url_of(const std::string& commit, const std::string& path) const {
    return endpoint_ + '/' + name_.owner + '/' + name_.name + "/resolve/" + commit + '/' + path;
  }

  void check_status(const HttpResponse& response, const std::string& url) const {
    const std::string where = shown_url(url) + ": the hub ";
    if (response.status == kNotFound) {
      throw Error(ErrorCode::not_found, where + "knows no model " + quote(name_.text()) + " (HTTP 404)");
    }
    if (response.status != kUnauthorized && response.status != kForbidden) return;
    const std::string advice =
        options_.http.bearer_token.empty()
            ? "set HF_TOKEN to a token that may read it"
            : "the token in HF_TOKEN may not read it; its owner may have to accept the model's terms";
    throw Error(ErrorCode::io, where + "refuses " + quote(name_.text()) + " (HTTP " +
                                   std::to_string(response.status) +
                                   "): there is no such model, or it is private or gated; " + advice);
  }

  const HubName& name_;
  const HubOptions& options_;
  std::string endpoint_;  // without a slash at its end
  HttpClient client_;
};

std::string git_blob_sum(std::span<const std::byte> bytes) {
  Digest digest(DigestKind::sha1);
  digest.update("blob " + std::to_string(bytes.size()) + '\0');
  digest.update(bytes);
  return digest.finish();
}

/// What was found, when the file at `path` is not what the hub says it is; nothing when it is.
std::optional<std::string> mismatch(const std::filesystem::path& path, const HubFile& file) {
  const MappedFile content(path);
  std::string sum;
  if (file.kind == HubSum::git_blob) {
    sum = git_blob_sum(content.bytes());
  } else {
    Digest digest(DigestKind::sha256);
    digest.update(content.bytes());
    sum = digest.finish();
  }
  const bool same_size = !file.bytes || *file.bytes == content.bytes().size();
  if (sum == file.sum && same_size) return std::nullopt;
  return sum + " (" + std::to_string(content.bytes().size()) + " bytes)";
}

ExpectedFile expected_from(const std::filesystem::path& path, const HubFile& file) {
  const std::uint64_t bytes = std::filesystem::file_size(path);
  return {file.path, digest_of_file(DigestKind::sha256, path), bytes};
}

/// Makes the file's place in `partial` hold it; what an earlier run brought is kept when it is right.
ExpectedFile obtain(const HubFile& file, const std::string& commit, HubModel& model,
                    const PartialModel& partial) {
  const std::filesystem::path place = partial.path_of({file.path, {}, 0});
  if (std::filesystem::exists(place)) {
    if (!mismatch(place, file)) return expected_from(place, file);
    std::filesystem::remove(place);
  }
  const std::filesystem::path fetched = partial.scratch() / file.path;
  std::filesystem::create_directories(fetched.parent_path());
  model.fetch_to(fetched, file, commit);
  if (const auto found = mismatch(fetched, file)) {
    std::filesystem::remove(fetched);
    throw Error(ErrorCode::bad_input, file.path + ": " +
                                          (file.kind == HubSum::sha256 ? "sha256" : "git name") + " is " +
                                          *found + ", expected " + file.sum);
  }
  std::filesystem::rename(fetched, place);
  return expected_from(place, file);
}

PullOutcome make_folder_whole(const HubName& name, const HubOptions& options) {
  const std::filesystem::path folder = folder_of(name, std::filesystem::absolute(options.models_folder));
  const std::optional<ModelRecord> record = read_model_record(folder);
  if (record && all_good(check_files(folder, record->files))) return PullOutcome::already_there;

  HubModel model(name, options);
  const HubListing listing = model.list(record ? record->revision : name.revision);
  const std::vector<HubFile> files = needed_files(listing, name.text());
  model.check_access(listing.commit);
  PartialModel partial(folder);
  ModelRecord made{name.text(), shown_url(options.endpoint), listing.commit, listing.licence, {}};
  for (const HubFile& file : files) {
    made.files.push_back(obtain(model.with_sum(file, listing.commit), listing.commit, model, partial));
  }
  partial.finish(made);
  return PullOutcome::pulled;
}

}  // namespace

void HubOptions::validate() const {
  if (!endpoint.starts_with("http://") && !endpoint.starts_with("https://")) {
    throw Error(ErrorCode::invalid_argument,
                "the hub's endpoint must begin with http:// or https://, got " + quote(endpoint));
  }
  http.validate();
}

PullOutcome pull_hub_model(const HubName& name, const HubOptions& options) {
  options.validate();
  return with_file_errors([&] { return make_folder_whole(name, options); });
}

}  // namespace marrow
