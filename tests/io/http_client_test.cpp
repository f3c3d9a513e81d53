#include "io/http_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "tests/support/errors.h"
#include "tests/support/http_server.h"

namespace marrow {
namespace {

using test::error_of;
using test::HttpServer;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

HttpClient quick_client(HttpOptions options = {}) {
  options.backoff_ms = 1;
  return HttpClient(std::move(options));
}

/// Answers the first `failures` requests with `bad`, then with the body "good".
HttpServer::Handler good_after(int failures, HttpServer::Answer bad) {
  auto count = std::make_shared<std::atomic<int>>(0);
  return [=](const HttpServer::Request&) {
    return (*count)++ < failures ? bad : HttpServer::Answer{.body = "good"};
  };
}

TEST(HttpClient, GivesStatusHeadersAndBody) {
  const HttpServer server([](const HttpServer::Request&) {
    return HttpServer::Answer{.status = 201, .headers = {{"X-Some-Thing", " a b "}}, .body = "text"};
  });
  const HttpResponse response = quick_client().send({.url = server.url("/a?b=c")});
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.body, "text");
  EXPECT_EQ(response.headers.at("x-some-thing"), "a b");
  EXPECT_EQ(server.requests().at(0).target, "/a?b=c");
  EXPECT_THAT(server.requests().at(0).headers.at("user-agent"), HasSubstr("marrow/"));
}

TEST(HttpClient, SendsEveryMethodWithItsBodyAndHeaders) {
  const HttpServer server([](const HttpServer::Request&) { return HttpServer::Answer{.body = "ok"}; });
  HttpClient client = quick_client();
  client.send(
      {.method = HttpMethod::post, .url = server.url("/"), .headers = {"Content-Type: a/b"}, .body = "x y"});
  client.send({.method = HttpMethod::put, .url = server.url("/"), .body = std::string("\0z", 2)});
  client.send({.method = HttpMethod::remove, .url = server.url("/")});
  EXPECT_EQ(client.send({.method = HttpMethod::head, .url = server.url("/")}).body, "");
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 4U);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].headers.at("content-type"), "a/b");
  EXPECT_EQ(requests[0].body, "x y");
  EXPECT_EQ(requests[1].method, "PUT");
  EXPECT_EQ(requests[1].body, std::string("\0z", 2));
  EXPECT_EQ(requests[2].method, "DELETE");
  EXPECT_EQ(requests[3].method, "HEAD");
}

TEST(HttpClient, TriesAgainWhereThatMayHelp) {
  const HttpServer::Answer busy{.status = 503};
  const HttpServer::Answer dropped{.body = "good", .drop_after = 2};
  for (const HttpServer::Answer& bad : {busy, dropped}) {
    const HttpServer server(good_after(3, bad));
    EXPECT_EQ(quick_client().get(server.url("/")), "good");
    EXPECT_EQ(server.requests().size(), 4U);
  }
}

TEST(HttpClient, GivesUpAfterTheStatedTries) {
  const HttpServer dropping(good_after(100, {.body = "good", .drop_after = 2}));
  const Error cut = error_of([&] { quick_client({.attempts = 3}).get(dropping.url("/")); });
  EXPECT_EQ(cut.code(), ErrorCode::io);
  EXPECT_THAT(cut.what(), AllOf(HasSubstr("GET http://127.0.0.1:"), HasSubstr("(3 tries)")));
  const HttpServer busy(good_after(100, {.status = 503, .body = "try later"}));
  EXPECT_THAT(error_of([&] { quick_client({.attempts = 2}).get(busy.url("/")); }).what(),
              HasSubstr("the server answered with status 503: `try later`"));
  EXPECT_EQ(busy.requests().size(), 2U);
}

TEST(HttpClient, WhatCannotPassIsNotTriedAgain) {
  const HttpServer server([](const HttpServer::Request&) { return HttpServer::Answer{.status = 404}; });
  EXPECT_EQ(error_of([&] { quick_client().get(server.url("/")); }).code(), ErrorCode::not_found);
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST(HttpClient, APostIsTriedAgainOnlyWhenItMayBe) {
  const HttpServer once(good_after(1, {.status = 503}));
  EXPECT_EQ(quick_client().send({.method = HttpMethod::post, .url = once.url("/")}).status, 503);
  const HttpServer twice(good_after(1, {.status = 503}));
  EXPECT_EQ(
      quick_client().send({.method = HttpMethod::post, .url = twice.url("/"), .repeatable = true}).status,
      200);
}

TEST(HttpClient, AServerThatIsNotThereIsAnIoError) {
  std::string gone;
  {
    const HttpServer server(test::serving(""));
    gone = server.url("/");
  }
  const Error error = error_of([&] { quick_client().get(gone); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("(4 tries)"));
}

TEST(HttpClient, AStalledAnswerIsGivenUp) {
  const HttpServer server(good_after(1, {.body = "good", .stall_after = 2}));
  EXPECT_EQ(quick_client({.stall_timeout_ms = 200}).get(server.url("/")), "good");
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST(HttpClient, FollowsRedirectsUpToTheLimit) {
  const HttpServer server([](const HttpServer::Request& request) {
    if (request.target == "/3") return HttpServer::Answer{.body = "here"};
    const std::string next = "/" + std::string(1, static_cast<char>(request.target.at(1) + 1));
    return HttpServer::Answer{.status = 302, .headers = {{"Location", next}}, .body = "moved"};
  });
  const HttpResponse found = quick_client({.max_redirects = 3}).send({.url = server.url("/0")});
  EXPECT_EQ(found.status, 200);
  EXPECT_EQ(found.body, "here");
  EXPECT_EQ(error_of([&] { quick_client({.max_redirects = 2}).get(server.url("/0")); }).code(),
            ErrorCode::io);
  const HttpResponse first = quick_client({.max_redirects = 0}).send({.url = server.url("/0")});
  EXPECT_EQ(first.status, 302);
  EXPECT_EQ(first.headers.at("location"), "/1");
}

TEST(HttpClient, ARedirectLeadsOnlyToHttp) {
  const HttpServer server([](const HttpServer::Request&) {
    return HttpServer::Answer{.status = 302, .headers = {{"Location", "file:///etc/passwd"}}};
  });
  EXPECT_EQ(error_of([&] { quick_client().get(server.url("/")); }).code(), ErrorCode::io);
}

TEST(HttpClient, TheTokenGoesToItsHostAndToNoOtherAndIntoNoMessage) {
  const HttpServer other(
      [](const HttpServer::Request&) { return HttpServer::Answer{.status = 403, .body = "no"}; });
  const HttpServer server([&](const HttpServer::Request& request) {
    if (request.target == "/moved") return HttpServer::Answer{.body = "ok"};
    const bool away = request.target == "/away";
    return HttpServer::Answer{.status = 302,
                              .headers = {{"Location", away ? other.url("/", "localhost") : "/moved"}}};
  });
  HttpClient client = quick_client({.bearer_token = "s3cret"});
  EXPECT_EQ(client.get(server.url("/stay")), "ok");
  for (const auto& request : server.requests())
    EXPECT_EQ(request.headers.at("authorization"), "Bearer s3cret");
  const Error error = error_of([&] { client.get(server.url("/away")); });
  EXPECT_THAT(error.what(), AllOf(HasSubstr("status 403"), Not(HasSubstr("s3cret"))));
  ASSERT_EQ(other.requests().size(), 1U);
  EXPECT_EQ(other.requests()[0].headers.count("authorization"), 0U);
}

TEST(HttpClient, TheTokenIsNotSentOverPlainHttpToAnotherMachine) {
  const Error error =
      error_of([] { quick_client({.bearer_token = "s3cret"}).get("http://127.0.0.1.example/a"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("a token is not sent over plain http"), Not(HasSubstr("s3cret"))));
}

TEST(HttpClient, ABodyOverTheLimitIsRefused) {
  const HttpServer server(test::serving(std::string(1001, 'x')));
  EXPECT_THAT(error_of([&] { quick_client({.max_body_bytes = 1000}).get(server.url("/")); }).what(),
              HasSubstr("longer than 1000 bytes, the limit"));
  EXPECT_EQ(quick_client({.max_body_bytes = 1001}).get(server.url("/")).size(), 1001U);
}

TEST(HttpClient, ProgressCountsBytesAndMayInterrupt) {
  const HttpServer server([](const HttpServer::Request&) {
    return HttpServer::Answer{.body = std::string(100'000, 'x'), .slow_piece = 1000};
  });
  std::size_t done = 0;
  std::size_t total = 0;
  quick_client().get(server.url("/"), [&](std::size_t d, std::size_t t) {
    done = d;
    total = t;
  });
  EXPECT_EQ(done, 100'000U);
  EXPECT_EQ(total, 100'000U);
  const Progress interrupting = [](std::size_t d, std::size_t) {
    if (d > 0) throw Interrupted();
  };
  EXPECT_THROW(quick_client().get(server.url("/"), interrupting), Interrupted);
}

TEST(HttpClient, ThePauseBeforeAnotherTryMayBeInterrupted) {
  const HttpServer server(good_after(100, {.status = 429, .headers = {{"Retry-After", "3600"}}}));
  const Progress interrupting = [&](std::size_t, std::size_t) {
    if (!server.requests().empty()) throw Interrupted();
  };
  EXPECT_THROW(quick_client().get(server.url("/"), interrupting), Interrupted);
}

TEST(HttpClient, WhatIsNoHttpUrlIsRefused) {
  for (const std::string url : {"ftp://host/a", "file:///etc/passwd", "", "no url", "http://"}) {
    EXPECT_EQ(error_of([&] { quick_client().get(url); }).code(), ErrorCode::invalid_argument) << url;
  }
}

TEST(HttpClient, AHeaderThatWouldSmuggleAnotherIsRefused) {
  for (const std::string header : {"A: b\r\nC: d", "no colon"}) {
    EXPECT_EQ(
        error_of([&] { quick_client().send({.url = "http://127.0.0.1/", .headers = {header}}); }).code(),
        ErrorCode::invalid_argument);
  }
}

TEST(HttpClient, OptionsOutOfRangeAreRefused) {
  for (const HttpOptions& options : {HttpOptions{.connect_timeout_ms = 0}, HttpOptions{.stall_timeout_ms = 0},
                                     HttpOptions{.max_redirects = -1}, HttpOptions{.attempts = 0},
                                     HttpOptions{.backoff_ms = -1}, HttpOptions{.bearer_token = "a\nb"}}) {
    EXPECT_EQ(error_of([&] { HttpClient{options}; }).code(), ErrorCode::invalid_argument);
  }
}

TEST(HttpClient, AUrlIsShownWithoutItsSecrets) {
  EXPECT_EQ(shown_url("https://user:pass@host:1/a/b?token=x#y"), "https://host:1/a/b");
  EXPECT_EQ(shown_url("https://host/a@b"), "https://host/a@b");
  EXPECT_EQ(shown_url("host/a"), "host/a");
}

}  // namespace
}  // namespace marrow
