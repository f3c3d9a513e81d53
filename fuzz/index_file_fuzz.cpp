#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "index/index_file.h"
#include "io/checksum.h"
#include "marrow/error.h"
#include "tests/index/forged_file.h"

/// Any bytes as a file of an index: refused as corrupt, too old or too new, or read within bounds. The
/// first byte decides whether the checksums of header and footer are made right first; without that no
/// input would come past them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) marrow::test::seal_what_is_there(bytes);
  try {
    const auto file = marrow::test::open_bytes(bytes, marrow::FileKind::vectors);
    file.damaged_blocks();
    for (const char* const section : {"a", "vectors.values", "numbers"}) {
      if (file.has(section)) file.array<std::uint32_t>(section).all();
    }
  } catch (const marrow::Error&) {
  }
  return 0;
}
