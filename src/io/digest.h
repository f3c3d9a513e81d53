#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace marrow {

enum class DigestKind : std::uint8_t { md5, sha256 };

/// A cryptographic digest, fed piece by piece, in lower-case hexadecimal.
/// MD5 only names what upstream publishes; SHA-256 is what identities stand on.
/// Thread safety: none.
class Digest {
 public:
  explicit Digest(DigestKind kind);
  ~Digest();
  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;

  void update(std::span<const std::byte> bytes);
  void update(std::string_view text) { update(std::as_bytes(std::span(text))); }
  /// Ends the digest; update() is over after it.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string digest_of(DigestKind kind, std::string_view text);
/// Throws not_found or io when the file cannot be read.
std::string digest_of_file(DigestKind kind, const std::filesystem::path& path);

}  // namespace marrow
