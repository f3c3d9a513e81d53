#include "tests/support/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace marrow::test {
namespace {

constexpr std::chrono::milliseconds kSlowPause(2);
constexpr std::chrono::milliseconds kPollPause(5);

/// Sends all of `bytes`; false when the client has gone.
bool send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::size_t number_of(std::string_view text) {
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return text;
}

void parse_head(std::string_view head, HttpServer::Request& request) {
  const std::size_t first_end = head.find("\r\n");
  const std::string_view first = head.substr(0, first_end);
  const std::size_t blank = first.find(' ');
  request.method = std::string(first.substr(0, blank));
  request.target = std::string(first.substr(blank + 1, first.rfind(' ') - blank - 1));
  for (std::size_t at = first_end + 2; at < head.size();) {
    const std::size_t end = std::min(head.find("\r\n", at), head.size());
    const std::string_view line = head.substr(at, end - at);
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos) {
      request.headers[lower_case(std::string(line.substr(0, colon)))] = std::string(line.substr(colon + 2));
    }
    at = end + 2;
  }
}

}  // namespace

HttpServer::HttpServer(Handler handler) : handler_(std::move(handler)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  constexpr int backlog = 16;
  if (listener_ < 0 || ::bind(listener_, generic, size) != 0 || ::listen(listener_, backlog) != 0 ||
      ::getsockname(listener_, generic, &size) != 0) {
    throw std::runtime_error("the test server cannot listen on this machine");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

HttpServer::~HttpServer() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  for (std::thread& worker : workers_) worker.join();
  ::close(listener_);
}

std::string HttpServer::url(std::string_view target, std::string_view host) const {
  return "http://" + std::string(host) + ':' + std::to_string(port_) + std::string(target);
}

std::vector<HttpServer::Request> HttpServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void HttpServer::accept_all() {
  while (!stopping_) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    workers_.emplace_back([this, connection] {
      serve(connection);
      ::shutdown(connection, SHUT_RDWR);
      ::close(connection);
    });
  }
}

void HttpServer::serve(int connection) {
  Request request;
  if (!read_request(connection, request)) return;
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
  }
  send_answer(connection, request, handler_(request));
}

bool HttpServer::read_request(int connection, Request& request) const {
  std::string received;
  constexpr std::string_view head_end = "\r\n\r\n";
  const auto receive = [&] {
    char block[4096];
    const ssize_t count = ::recv(connection, block, sizeof block, 0);
    if (count > 0) received.append(block, static_cast<std::size_t>(count));
    return count > 0;
  };
  while (received.find(head_end) == std::string::npos) {
    if (!receive()) return false;
  }
  const std::size_t head_size = received.find(head_end) + head_end.size();
  parse_head(std::string_view(received).substr(0, head_size), request);
  const std::size_t body_size = number_of(request.headers["content-length"]);
  while (received.size() < head_size + body_size) {
    if (!receive()) return false;
  }
  request.body = received.substr(head_size, body_size);
  return true;
}

void HttpServer::send_answer(int connection, const Request& request, const Answer& answer) const {
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " x\r\nConnection: close\r\n";
  for (const auto& [name, value] : answer.headers) head += name + ": " + value + "\r\n";
  head += "Content-Length: " + std::to_string(answer.stated_length.value_or(answer.body.size())) + "\r\n\r\n";
  if (!send_all(connection, head) || request.method == "HEAD") return;

  std::string_view rest = answer.body;
  if (answer.drop_after) rest = rest.substr(0, *answer.drop_after);
  if (answer.stall_after) rest = rest.substr(0, *answer.stall_after);
  const std::size_t piece = answer.slow_piece.value_or(rest.size());
  while (!rest.empty() && !stopping_) {
    if (!send_all(connection, rest.substr(0, piece))) return;
    rest.remove_prefix(std::min(piece, rest.size()));
    if (answer.slow_piece) std::this_thread::sleep_for(kSlowPause);
  }
  while (answer.stall_after && !stopping_) std::this_thread::sleep_for(kPollPause);
}

HttpServer::Answer range_of(const HttpServer::Request& request, const std::string& content) {
  HttpServer::Answer answer;
  answer.body = content;
  const auto range = request.headers.find("range");
  constexpr std::string_view unit = "bytes=";
  if (range == request.headers.end() || !range->second.starts_with(unit)) return answer;
  const std::size_t first = number_of(std::string_view(range->second).substr(unit.size()));
  const std::string total = std::to_string(content.size());
  if (first >= content.size()) return {.status = 416, .headers = {{"Content-Range", "bytes */" + total}}};
  answer.status = 206;
  answer.body = content.substr(first);
  answer.headers["Content-Range"] =
      "bytes " + std::to_string(first) + '-' + std::to_string(content.size() - 1) + '/' + total;
  return answer;
}

HttpServer::Handler serving(std::string content) {
  return [content = std::move(content)](const HttpServer::Request& request) {
    return range_of(request, content);
  };
}

HttpServer::Handler serving_without_ranges(std::string content) {
  return [content = std::move(content)](const HttpServer::Request&) {
    return HttpServer::Answer{.body = content};
  };
}

}  // namespace marrow::test
