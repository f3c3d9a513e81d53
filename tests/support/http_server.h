#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace marrow::test {

/// A small HTTP/1.1 server on a free port of this machine, for tests: one request a connection, one
/// thread each, and every fault that a download may meet.
class HttpServer {
 public:
  struct Request {
    std::string method;
    std::string target;                                       ///< path and query
    std::map<std::string, std::string, std::less<>> headers;  ///< by lower-case name
    std::string body;
  };

  struct Answer {
    int status = 200;
    std::map<std::string, std::string> headers{};
    std::string body{};
    /// The connection ends after so many bytes of the body, though Content-Length promises all.
    std::optional<std::size_t> drop_after{};
    /// No byte follows after so many bytes of the body; the connection stays open.
    std::optional<std::size_t> stall_after{};
    /// The body goes out in pieces of so many bytes, with a pause of some milliseconds between them.
    std::optional<std::size_t> slow_piece{};
    /// Content-Length; by default the body's.
    std::optional<std::size_t> stated_length{};
  };

  using Handler = std::function<Answer(const Request&)>;

  explicit HttpServer(Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// `http://127.0.0.1:PORT` and `target`, or with another name of this machine.
  std::string url(std::string_view target, std::string_view host = "127.0.0.1") const;
  /// The requests so far, in the order they came.
  std::vector<Request> requests() const;

 private:
  void accept_all();
  void serve(int connection);
  bool read_request(int connection, Request& request) const;
  void send_answer(int connection, const Request& request, const Answer& answer) const;

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  mutable std::mutex mutex_;  // guards requests_
  std::vector<Request> requests_;
  std::vector<std::thread> workers_;  // used by the accepting thread, and by the destructor after it ended
  std::thread acceptor_;
};

/// A handler that serves `content` under every target, and honours `Range: bytes=N-`.
HttpServer::Handler serving(std::string content);
/// The same without ranges: always the whole.
HttpServer::Handler serving_without_ranges(std::string content);

/// The answer to `request` for the file `content`, ranges honoured: what handlers with faults build on.
HttpServer::Answer range_of(const HttpServer::Request& request, const std::string& content);

}  // namespace marrow::test
