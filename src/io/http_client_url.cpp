#include "io/http_client_url.h"

#include <curl/curl.h>

#include <algorithm>
#include <memory>

#include "io/http_client.h"
#include "marrow/error.h"

namespace marrow {

UrlParts url_parts(const std::string& url) {
  const std::unique_ptr<CURLU, void (*)(CURLU*)> parsed(curl_url(), curl_url_cleanup);
  const auto part = [&](CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(parsed.get(), which, &text, 0) != CURLUE_OK) return std::string();
    std::string copy(text);
    curl_free(text);
    return copy;
  };
  if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
    throw Error(ErrorCode::invalid_argument, "not a URL: " + quote(shown_url(url)));
  }
  UrlParts parts{part(CURLUPART_SCHEME), part(CURLUPART_HOST)};
  if (parts.scheme != "http" && parts.scheme != "https") {
    throw Error(ErrorCode::invalid_argument,
                "a URL must begin with http:// or https://, got " + quote(shown_url(url)));
  }
  return parts;
}

bool is_this_machine(std::string_view host) noexcept {
  const bool numbers_only = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return host == "localhost" || host == "[::1]" || (numbers_only && host.starts_with("127."));
}

std::string shown_url(std::string_view url) {
  std::string_view shown = url.substr(0, url.find_first_of("?#"));
  const std::size_t scheme = shown.find("://");
  const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t host_end = std::min(shown.find('/', host), shown.size());
  const std::size_t at = shown.substr(0, host_end).rfind('@');
  if (at == std::string_view::npos || at < host) return std::string(shown);
  return std::string(shown.substr(0, host)) + std::string(shown.substr(at + 1));
}

}  // namespace marrow
