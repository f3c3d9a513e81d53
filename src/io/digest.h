#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace marrow {

enum class DigestKind : std::uint8_t { md5, sha1, sha256 };

/// "MD5", "SHA-1" or "SHA-256".
std::string_view name_of(DigestKind kind) noexcept;
/// Hexadecimal digits of a digest of that kind.
std::size_t digit_count(DigestKind kind) noexcept;

/// A cryptographic digest, fed piece by piece, in lower-case hexadecimal.
/// MD5 and SHA-1 only name what upstream publishes (SHA-1 as git does); SHA-256 is what identities stand on.
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
