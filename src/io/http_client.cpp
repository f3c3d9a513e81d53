#include "io/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "core/check.h"
#include "io/http_client_url.h"
#include "marrow/error.h"
#include "marrow/version.h"

namespace marrow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLongestPauseMs = 30'000;
constexpr int kNotFound = 404;
constexpr int kOk = 200;
constexpr std::array kPassingStatuses = {408, 425, 429, 500, 502, 503, 504};

void start_curl_once() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw Error(ErrorCode::io, "libcurl cannot start");
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return lower;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blank) + 1 - begin);
}

const char* name_of(HttpMethod method) noexcept {
  switch (method) {
    case HttpMethod::get:
      return "GET";
    case HttpMethod::head:
      return "HEAD";
    case HttpMethod::post:
      return "POST";
    case HttpMethod::put:
      return "PUT";
    case HttpMethod::remove:
      return "DELETE";
  }
  return "?";
}

bool may_repeat(const HttpRequest& request) noexcept {
  return request.method == HttpMethod::get || request.method == HttpMethod::head || request.repeatable;
}

[[noreturn]] void fail(const HttpRequest& request, ErrorCode code, const std::string& what) {
  throw Error(code, std::string(name_of(request.method)) + ' ' + shown_url(request.url) + ": " + what);
}

/// Whether another try may succeed where this one ended with `code`. A name that does not resolve and
/// a host that cannot be reached stay so for longer than we would wait.
bool may_pass(CURLcode code, bool connected) noexcept {
  switch (code) {
    case CURLE_COULDNT_CONNECT:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return true;
    case CURLE_OPERATION_TIMEDOUT:
      return connected;
    default:
      return false;
  }
}

/// What the callbacks of one exchange see. Exceptions may not cross libcurl: they wait in `thrown`.
struct Exchange {
  const HttpBodySink& sink;
  const Progress& progress;
  std::chrono::milliseconds stall_timeout;
  HttpResponse response{};
  std::exception_ptr thrown{};
  Clock::time_point last_moved = Clock::now();
  curl_off_t moved_bytes = 0;
  bool stalled = false;

  /// libcurl's own measure is an average over several seconds, too slow for short limits.
  bool is_stalled(curl_off_t bytes) {
    const auto now = Clock::now();
    if (bytes != moved_bytes) last_moved = now;
    moved_bytes = bytes;
    stalled = now - last_moved > stall_timeout;
    return stalled;
  }

  template <typename Action>
  bool guard(Action&& action) noexcept {
    try {
      action();
      return true;
    } catch (...) {  // NOLINT(bugprone-empty-catch): rethrown as soon as libcurl has returned
      thrown = std::current_exception();
      return false;
    }
  }

  void take_header(std::string_view line) {
    if (line.starts_with("HTTP/")) {  // the next response of a chain of redirects
      response.headers.clear();
      const std::size_t blank = line.find(' ');
      response.status = 0;
      if (blank != std::string_view::npos) {
        std::from_chars(line.data() + blank + 1, line.data() + line.size(), response.status);
      }
      return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    response.headers[lower_case(trim(line.substr(0, colon)))] = std::string(trim(line.substr(colon + 1)));
  }
};

std::size_t on_header(char* data, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  const std::size_t bytes = size * count;
  return exchange.guard([&] { exchange.take_header({data, bytes}); }) ? bytes : 0;
}

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  const std::size_t bytes = size * count;
  return exchange.guard([&] { exchange.sink(exchange.response, {data, bytes}); }) ? bytes : 0;
}

int on_progress(void* user, curl_off_t total, curl_off_t done, curl_off_t, curl_off_t sent) {
  auto& exchange = *static_cast<Exchange*>(user);
  if (exchange.is_stalled(done + sent)) return 1;
  if (!exchange.progress) return 0;
  const auto call = [&] {
    exchange.progress(static_cast<std::size_t>(done), static_cast<std::size_t>(total));
  };
  return exchange.guard(call) ? 0 : 1;
}

using HeaderList = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

HeaderList header_list(const HttpRequest& request) {
  HeaderList list(nullptr, curl_slist_free_all);
  const auto append = [&](const std::string& header) {
    curl_slist* const longer = curl_slist_append(list.get(), header.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(list.release());
    list.reset(longer);
  };
  for (const std::string& header : request.headers) {
    if (header.find(':') == std::string::npos || header.find_first_of("\r\n") != std::string::npos) {
      fail(request, ErrorCode::invalid_argument,
           "not a header: " + quote(header.substr(0, header.find(':'))));
    }
    append(header);
  }
  append("Expect:");  // no pause for a `100 Continue` before a body
  return list;
}

}  // namespace

void HttpOptions::validate() const {
  const auto refuse = [](const std::string& what) { throw Error(ErrorCode::invalid_argument, what); };
  const auto positive = [&](const char* name, std::int64_t value) {
    if (value < 1) refuse(std::string(name) + " must be at least 1, got " + std::to_string(value));
  };
  positive("connect_timeout_ms", connect_timeout_ms);
  positive("stall_timeout_ms", stall_timeout_ms);
  positive("attempts", attempts);
  if (max_redirects < 0) refuse("max_redirects must be at least 0, got " + std::to_string(max_redirects));
  if (backoff_ms < 0) refuse("backoff_ms must be at least 0, got " + std::to_string(backoff_ms));
  if (bearer_token.find_first_of("\r\n ") != std::string::npos) {
    refuse("the bearer token holds a blank or a line end");
  }
}

struct HttpClient::State {
  HttpOptions options;
  std::unique_ptr<CURL, void (*)(CURL*)> easy{curl_easy_init(), curl_easy_cleanup};
  std::array<char, CURL_ERROR_SIZE> error{};

  template <typename Value>
  void set(CURLoption option, Value value) {
    // In parentheses: the macro of the same name checks types with casts that our warnings refuse.
    const CURLcode code = (curl_easy_setopt)(easy.get(), option, value);
    if (code != CURLE_OK) throw Error(ErrorCode::io, std::string("libcurl: ") + curl_easy_strerror(code));
  }

  void set_target(const HttpRequest& request) {
    const UrlParts parts = url_parts(request.url);
    const bool here = is_this_machine(parts.host);
    set(CURLOPT_URL, request.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, parts.scheme == "https" ? "https" : "http,https");
    set(CURLOPT_FOLLOWLOCATION, options.max_redirects > 0 ? 1L : 0L);
    set(CURLOPT_MAXREDIRS, static_cast<long>(options.max_redirects));
    if (here) set(CURLOPT_PROXY, "");
    if (options.bearer_token.empty()) return;
    if (parts.scheme == "http" && !here) {
      fail(request, ErrorCode::invalid_argument, "a token is not sent over plain http; use https");
    }
    set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BEARER));
    set(CURLOPT_XOAUTH2_BEARER, options.bearer_token.c_str());
  }

  void set_method(const HttpRequest& request) {
    switch (request.method) {
      case HttpMethod::get:
        set(CURLOPT_HTTPGET, 1L);
        return;
      case HttpMethod::head:
        set(CURLOPT_NOBODY, 1L);
        return;
      case HttpMethod::post:
      case HttpMethod::put:
        set(CURLOPT_POST, 1L);
        set(CURLOPT_POSTFIELDS, request.body.c_str());
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        break;
      case HttpMethod::remove:
        break;
    }
    set(CURLOPT_CUSTOMREQUEST, name_of(request.method));
  }

  void set_limits() {
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout_ms));
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_SSL_VERIFYPEER, 1L);
    set(CURLOPT_SSL_VERIFYHOST, 2L);
    set(CURLOPT_USERAGENT, ("marrow/" + std::string(kVersion)).c_str());
    error.fill('\0');
    set(CURLOPT_ERRORBUFFER, error.data());
  }

  void set_callbacks(Exchange& exchange) {
    void* const user = &exchange;
    set(CURLOPT_HEADERFUNCTION, &on_header);
    set(CURLOPT_HEADERDATA, user);
    set(CURLOPT_WRITEFUNCTION, &on_body);
    set(CURLOPT_WRITEDATA, user);
    set(CURLOPT_XFERINFOFUNCTION, &on_progress);
    set(CURLOPT_XFERINFODATA, user);
    set(CURLOPT_NOPROGRESS, 0L);
  }

  std::string message_of(CURLcode code) const {
    return error.front() != '\0' ? std::string(error.data()) : std::string(curl_easy_strerror(code));
  }

  bool connected() const {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_CONNECT_TIME_T, &microseconds);
    return microseconds > 0;
  }

  int retry_after_ms() const {
    curl_off_t seconds = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RETRY_AFTER, &seconds);
    constexpr curl_off_t longest = kLongestPauseMs / 1000;
    return static_cast<int>(std::clamp<curl_off_t>(seconds, 0, longest)) * 1000;
  }
};

HttpClient::HttpClient(HttpOptions options) {
  options.validate();
  start_curl_once();
  state_ = std::make_unique<State>();
  state_->options = std::move(options);
  if (!state_->easy) throw Error(ErrorCode::io, "libcurl cannot start");
}

HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;

const HttpOptions& HttpClient::options() const noexcept { return state_->options; }

HttpAttempt HttpClient::attempt(const HttpRequest& request, const HttpBodySink& sink,
                                const Progress& progress) {
  Exchange exchange{sink, progress, std::chrono::milliseconds(state_->options.stall_timeout_ms)};
  curl_easy_reset(state_->easy.get());
  const HeaderList headers = header_list(request);
  state_->set_target(request);
  state_->set_method(request);
  state_->set(CURLOPT_HTTPHEADER, headers.get());
  state_->set_limits();
  state_->set_callbacks(exchange);
  const CURLcode code = curl_easy_perform(state_->easy.get());
  if (exchange.thrown) std::rethrow_exception(exchange.thrown);

  HttpAttempt attempt;
  attempt.response = std::move(exchange.response);
  if (code != CURLE_OK) {
    attempt.failure = exchange.stalled
                          ? "no byte moved for " + std::to_string(options().stall_timeout_ms) + " ms"
                          : state_->message_of(code);
    attempt.worth_repeating = exchange.stalled ? state_->connected() : may_pass(code, state_->connected());
    return attempt;
  }
  const int status = attempt.response.status;
  attempt.worth_repeating =
      std::find(kPassingStatuses.begin(), kPassingStatuses.end(), status) != kPassingStatuses.end();
  attempt.retry_after_ms = attempt.worth_repeating ? state_->retry_after_ms() : 0;
  return attempt;
}

void HttpClient::pause_after(int number, const HttpAttempt& failed, const Progress& progress) const {
  MARROW_ASSERT(number >= 1);
  constexpr int most_doublings = 16;
  const std::int64_t doubled = std::int64_t{options().backoff_ms} << std::min(number - 1, most_doublings);
  const std::int64_t pause =
      std::clamp<std::int64_t>(doubled, failed.retry_after_ms, std::int64_t{kLongestPauseMs});
  const auto end = Clock::now() + std::chrono::milliseconds(pause);
  while (Clock::now() < end) {
    if (progress) progress(0, 0);
    std::this_thread::sleep_for(
        std::min<Clock::duration>(end - Clock::now(), std::chrono::milliseconds(100)));
  }
}

HttpResponse HttpClient::send(const HttpRequest& request, const Progress& progress) {
  std::string body;
  const HttpBodySink collect = [&](const HttpResponse&, std::string_view piece) {
    if (piece.size() > options().max_body_bytes - body.size()) {
      fail(request, ErrorCode::io,
           "the answer is longer than " + std::to_string(options().max_body_bytes) + " bytes, the limit");
    }
    body += piece;
  };
  for (int number = 1;; ++number) {
    body.clear();
    HttpAttempt attempt = this->attempt(request, collect, progress);
    const bool again = attempt.worth_repeating && may_repeat(request) && number < options().attempts;
    if (!again && !attempt.failure.empty()) {
      fail(request, ErrorCode::io,
           attempt.failure + (number > 1 ? " (" + std::to_string(number) + " tries)" : ""));
    }
    if (!again) {
      attempt.response.body = std::move(body);
      return std::move(attempt.response);
    }
    pause_after(number, attempt, progress);
  }
}

std::string HttpClient::get(const std::string& url, const Progress& progress) {
  const HttpRequest request{.url = url};
  HttpResponse response = send(request, progress);
  if (response.status == kOk) return std::move(response.body);
  constexpr std::size_t shown_bytes = 200;
  const std::string said = response.body.empty() ? "" : ": " + quote(trim(response.body), shown_bytes);
  fail(request, response.status == kNotFound ? ErrorCode::not_found : ErrorCode::io,
       "the server answered with status " + std::to_string(response.status) + said);
}

}  // namespace marrow
