#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "io/digest.h"
#include "io/json.h"
#include "tests/support/http_server.h"

namespace marrow::test {

/// The name that git gives a file of that content.
inline std::string git_name(const std::string& text) {
  std::string object = "blob " + std::to_string(text.size());
  object += '\0';
  return digest_of(DigestKind::sha1, object + text);
}

/// A hub of one model, `owner/name`, whose answers a test may change.
class FakeHub {
 public:
  using Answer = HttpServer::Answer;
  using Request = HttpServer::Request;

  /// The commit that its branches stand at.
  static const std::string& commit() {
    static const std::string value(40, 'c');
    return value;
  }

  /// What it has and how it behaves.
  struct State {
    std::map<std::string, std::string> files;
    bool states_sums = true;   ///< in the listing
    bool states_etags = true;  ///< at each file's address
    bool redirects = false;    ///< large files to another address
    int listing_status = 200;
    bool gated = false;                    ///< lists the model, but refuses its files
    std::string token;                     ///< asked for, when not empty
    std::map<std::string, Answer> faults;  ///< by file, instead of its bytes; once each
    std::string listed_sum_of_weights;     ///< when not the right one
  };

  FakeHub() : server_([this](const Request& request) { return locked_answer(request); }) {
    change([](State& state) {
      for (int i = 0; i < 20'000; ++i) state.files["model.safetensors"] += std::to_string(i) + ' ';
      state.files["config.json"] = "{}";
      state.files["tokenizer.json"] = R"({"model": 1})";
      state.files["1_Pooling/config.json"] = "[]";
      state.files["pytorch_model.bin"] = "a pickle";
    });
  }

  template <typename Change>
  void change(Change&& change) {
    const std::lock_guard lock(mutex_);
    std::forward<Change>(change)(state_);
  }
  std::string file(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return state_.files.at(path);
  }

  std::string endpoint() const { return server_.url("/"); }
  std::vector<Request> requests() const { return server_.requests(); }
  std::size_t requests_for(const std::string& path) const {
    std::size_t count = 0;
    for (const Request& request : requests()) {
      if (request.method == "GET" && request.target.ends_with("/resolve/" + commit() + '/' + path)) ++count;
    }
    return count;
  }

 private:
  Answer locked_answer(const Request& request) {
    const std::lock_guard lock(mutex_);
    return answer(request);
  }

  Answer answer(const Request& request) {
    if (!state_.token.empty() && !is_authorized(request)) return {.status = 401, .body = "{}"};
    const std::string& target = request.target;
    if (target.starts_with("/api/models/owner/name/revision/")) return listing(target);
    if (target.starts_with("/storage/")) return range_of(request, state_.files.at(target.substr(9)));
    const std::string prefix = "/owner/name/resolve/" + commit() + '/';
    if (state_.gated && target.starts_with(prefix)) return {.status = 403, .body = "accept the terms"};
    const auto file =
        target.starts_with(prefix) ? state_.files.find(target.substr(prefix.size())) : state_.files.end();
    if (file == state_.files.end()) return {.status = 404, .body = "no"};
    return file_answer(request, file->first, file->second);
  }

  bool is_authorized(const Request& request) const {
    const auto header = request.headers.find("authorization");
    return header != request.headers.end() && header->second == "Bearer " + state_.token;
  }

  Answer file_answer(const Request& request, const std::string& path, const std::string& bytes) {
    if (const auto fault = state_.faults.find(path);
        fault != state_.faults.end() && request.method == "GET") {
      const Answer given = fault->second;
      state_.faults.erase(fault);
      return given;
    }
    Answer answer = range_of(request, bytes);
    const bool large = path == "model.safetensors";
    if (large && state_.redirects) answer = {.status = 302, .headers = {{"Location", "/storage/" + path}}};
    if (state_.states_etags && large)
      answer.headers["X-Linked-Etag"] = '"' + digest_of(DigestKind::sha256, bytes) + '"';
    answer.headers["ETag"] = state_.states_etags && !large ? '"' + git_name(bytes) + '"' : "\"something\"";
    return answer;
  }

  Answer listing(const std::string& target) const {
    const bool known = target.find("/revision/main?") != std::string::npos ||
                       target.find("/revision/refs%2Fpr%2F1?") != std::string::npos ||
                       target.find("/revision/" + commit()) != std::string::npos;
    if (!known) return {.status = 404, .body = "{}"};
    if (state_.listing_status != 200) return {.status = state_.listing_status, .body = "{}"};
    Json siblings = Json::array();
    for (const auto& [path, bytes] : state_.files) {
      Json entry = {{"rfilename", path}};
      if (state_.states_sums && path == "model.safetensors") {
        const std::string sum = state_.listed_sum_of_weights.empty() ? digest_of(DigestKind::sha256, bytes)
                                                                     : state_.listed_sum_of_weights;
        entry["lfs"] = {{"sha256", sum}, {"size", bytes.size()}};
      } else if (state_.states_sums) {
        entry["size"] = bytes.size();
        entry["blobId"] = git_name(bytes);
      }
      siblings.push_back(std::move(entry));
    }
    return {.body = to_text(
                Json{{"sha", commit()}, {"tags", {"license:mit"}}, {"siblings", std::move(siblings)}})};
  }

  mutable std::mutex mutex_;  // guards state_ between the test and the server's threads
  State state_;
  HttpServer server_;  // the last: it must end before what its threads use
};

}  // namespace marrow::test
