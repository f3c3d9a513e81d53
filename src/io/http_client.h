#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "marrow/types.h"

namespace marrow {

struct HttpOptions {
  /// Time to reach the host. One that cannot be reached is not tried again.
  int connect_timeout_ms = 10'000;
  /// An exchange in which no byte moves for so long is given up, at most a second late.
  int stall_timeout_ms = 30'000;
  /// Redirects followed at most; 0 gives the redirect itself as the response.
  int max_redirects = 5;
  /// Tries in all, where trying again may help: a refused or dropped connection, a stall, 408, 425,
  /// 429, 500, 502, 503, 504. At least 1.
  int attempts = 4;
  /// Pause before the second try; it doubles with every further one, up to 30 s. A longer
  /// `Retry-After` of the server wins, up to the same 30 s.
  int backoff_ms = 500;
  /// A body held in memory may be so large.
  std::size_t max_body_bytes = std::size_t{64} << 20;
  /// Sent as `Authorization: Bearer …` to the host of the request's URL, never to another one that it
  /// redirects to, and over plain http to this machine only. Stands in no message.
  std::string bearer_token{};

  /// Throws invalid_argument.
  void validate() const;
};

enum class HttpMethod : std::uint8_t { get, head, post, put, remove };

struct HttpRequest {
  HttpMethod method = HttpMethod::get;
  std::string url{};                   ///< http or https
  std::vector<std::string> headers{};  ///< each `Name: value`
  std::string body{};                  ///< of post and put
  bool repeatable = false;             ///< a post or put that may be tried again; get and head always may
};

struct HttpResponse {
  int status = 0;                                           ///< 0 when no answer came
  std::map<std::string, std::string, std::less<>> headers;  ///< by lower-case name; the last of a name
  std::string body;
};

/// Takes a response's body piece by piece; `head` has its status and headers and no body. May throw:
/// the exchange ends and the exception passes through.
using HttpBodySink = std::function<void(const HttpResponse& head, std::string_view piece)>;

/// What came of one try.
struct HttpAttempt {
  HttpResponse response;
  std::string failure;  ///< why no whole answer came; empty when one did, whatever its status
  bool worth_repeating = false;
  int retry_after_ms = 0;  ///< as the server asked
};

/// Speaks HTTP. TLS certificates are always verified; a redirect never leads from https to http. The
/// proxy settings of the environment hold as libcurl reads them, except for this machine's own
/// addresses. Connections are kept between requests.
///
/// Messages name the method and the URL, without user, password and query.
/// Thread safety: none; one client a thread.
class HttpClient {
 public:
  explicit HttpClient(HttpOptions options = {});
  ~HttpClient();
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;

  const HttpOptions& options() const noexcept;

  /// The answer, body in memory; any status is an answer. Tries again as the options say. Throws io
  /// when no whole answer came, invalid_argument for a URL or header that cannot be sent.
  /// `progress` counts the body's bytes and is called at least every second or so.
  HttpResponse send(const HttpRequest& request, const Progress& progress = {});

  /// The body of a GET. Throws not_found for 404, io for any other status but 200.
  std::string get(const std::string& url, const Progress& progress = {});

  /// One try, body to `sink` as it comes: for downloads and streams, whose caller knows what a second
  /// try means.
  HttpAttempt attempt(const HttpRequest& request, const HttpBodySink& sink, const Progress& progress = {});

  /// Waits before try `number` + 1 (`number` >= 1 were made), calling `progress` meanwhile.
  void pause_after(int number, const HttpAttempt& failed, const Progress& progress) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// `url` as it may stand in a message: without user, password, query and fragment.
std::string shown_url(std::string_view url);

}  // namespace marrow
