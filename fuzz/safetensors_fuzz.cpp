#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "marrow/error.h"
#include "models/safetensors.h"

/// Whatever the bytes, the file is refused or every tensor's numbers can be read.
namespace {

std::size_t sum_of(const marrow::Weights& weights) {
  std::size_t sum = 0;
  for (const auto& [name, tensor] : weights.tensors()) {
    for (const std::byte byte : tensor.bytes) sum += std::to_integer<std::size_t>(byte);
  }
  return sum;
}

void read_or_refuse(std::string_view text) {
  const auto owner = std::make_shared<const std::string>(text);
  try {
    static_cast<void>(
        sum_of(marrow::parse_safetensors(std::as_bytes(std::span(*owner)), owner, "model.safetensors")));
  } catch (const marrow::Error&) {  // refused, which is right
  }
}

/// `text` as the header, up to a line end, and the data behind it, with the right header size in front.
std::string with_header_size(std::string_view text) {
  const std::uint64_t size = std::min(text.find('\n'), text.size());
  std::string file(sizeof(size), '\0');
  std::memcpy(file.data(), &size, sizeof(size));
  return file.append(text.substr(0, size)).append(text.substr(std::min<std::size_t>(size + 1, text.size())));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_or_refuse(text);
  read_or_refuse(with_header_size(text));
  return 0;
}
