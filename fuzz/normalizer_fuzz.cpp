#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "text/normalizer.h"

/// Any bytes are text, and its normal forms are those of Unicode Standard Annex #15: normalizing twice
/// changes nothing, composing undoes decomposing, and the compatibility forms include the canonical ones.
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::u32string text = marrow::to_utf32(bytes);
  require(marrow::to_utf32(marrow::to_utf8(text)) == text);
  require(marrow::to_utf8(marrow::to_utf16(bytes)) == marrow::to_utf8(text));
  require(marrow::is_valid_utf8(bytes) == (marrow::to_utf8(text) == bytes));

  const std::u32string nfd = marrow::to_nfd(text);
  const std::u32string nfc = marrow::to_nfc(text);
  require(marrow::to_nfd(nfd) == nfd && marrow::to_nfd(nfc) == nfd);
  require(marrow::to_nfc(nfc) == nfc && marrow::to_nfc(nfd) == nfc);
  require(marrow::to_nfkd(nfc) == marrow::to_nfkd(text) && marrow::to_nfkc(nfd) == marrow::to_nfkc(text));
  return 0;
}
