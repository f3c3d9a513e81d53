#pragma once

#include <string>
#include <string_view>

namespace marrow {

/// The parts of a URL that decide where a request may go.
struct UrlParts {
  std::string scheme;  ///< "http" or "https"
  std::string host;
};

/// Throws invalid_argument for what is no URL of http or https.
UrlParts url_parts(const std::string& url);

/// Whether a host's name or address is this machine's own, without asking anybody.
bool is_this_machine(std::string_view host) noexcept;

}  // namespace marrow
