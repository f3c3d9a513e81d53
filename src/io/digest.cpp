#include "io/digest.h"

#include <openssl/evp.h>

#include <array>

#include "io/mapped_file.h"
#include "marrow/error.h"

namespace marrow {

namespace {

const EVP_MD* method_of(DigestKind kind) {
  switch (kind) {
    case DigestKind::md5:
      return EVP_md5();
    case DigestKind::sha1:
      return EVP_sha1();
    case DigestKind::sha256:
      break;
  }
  return EVP_sha256();
}

}  // namespace

std::string_view name_of(DigestKind kind) noexcept {
  switch (kind) {
    case DigestKind::md5:
      return "MD5";
    case DigestKind::sha1:
      return "SHA-1";
    case DigestKind::sha256:
      break;
  }
  return "SHA-256";
}

std::size_t digit_count(DigestKind kind) noexcept {
  switch (kind) {
    case DigestKind::md5:
      return 32;
    case DigestKind::sha1:
      return 40;
    case DigestKind::sha256:
      break;
  }
  return 64;
}

struct Digest::State {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

Digest::Digest(DigestKind kind) : state_(std::make_unique<State>()) {
  if (!state_->context || EVP_DigestInit_ex(state_->context.get(), method_of(kind), nullptr) != 1) {
    throw Error(ErrorCode::io, "the system's OpenSSL offers no such digest");
  }
}

Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

void Digest::update(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size());
}

std::string Digest::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> value{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(state_->context.get(), value.data(), &size);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (unsigned int i = 0; i < size; ++i) {
    text += digits[value[i] >> 4];
    text += digits[value[i] & 15];
  }
  return text;
}

std::string digest_of(DigestKind kind, std::string_view text) {
  Digest digest(kind);
  digest.update(text);
  return digest.finish();
}

std::string digest_of_file(DigestKind kind, const std::filesystem::path& path) {
  const MappedFile file(path);
  Digest digest(kind);
  digest.update(file.bytes());
  return digest.finish();
}

}  // namespace marrow
