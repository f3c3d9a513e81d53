#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "index/manifest.h"
#include "marrow/error.h"

/// Any bytes as a manifest's section: refused as corrupt, or a manifest that is written as those bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const marrow::Manifest manifest =
        marrow::decode_manifest(marrow::VerifiedArray<char>(std::span<const char>(text)));
    if (encode(manifest) != text) std::abort();
  } catch (const marrow::Error& error) {
    if (error.code() != marrow::ErrorCode::corrupt_index) std::abort();
  }
  return 0;
}
