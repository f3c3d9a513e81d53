#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "index/segment.h"
#include "marrow/error.h"
#include "tests/index/forged_file.h"
#include "tests/index/interrogate.h"
#include "tests/index/small_index.h"
#include "tests/support/temporary_folder.h"

/// A whole segment whose payload was altered by a forger who made every checksum right: every query is
/// answered or refused, none leaves its bounds. The input is a list of changes of 8 bytes: file, place,
/// value.
namespace {

using namespace marrow;  // a fuzzer, not a header

struct Original {
  SegmentEntry entry;
  std::vector<std::string> files;
};

Original read_original() {
  const test::TemporaryFolder folder;
  test::build_small_index(folder / "index");
  Original original;
  original.entry = read_manifest(folder / "index", 1).segments.front();
  for (const FileEntry& file : original.entry.files) {
    original.files.push_back(
        test::read_all(folder / "index" / segment_file_name(original.entry.number, file)));
  }
  return original;
}

void apply(const std::uint8_t* change, std::vector<std::string>& files) {
  std::string& bytes = files[change[0] % files.size()];
  const std::size_t payload = test::Parts(bytes).metadata - sizeof(format::Header);
  const std::size_t place = (std::size_t{change[1]} << 8 | change[2]) % payload;
  const std::size_t length = std::min<std::size_t>(1 + change[3] % 4, payload - place);
  std::memcpy(bytes.data() + sizeof(format::Header) + place, change + 4, length);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Original original = read_original();
  static const std::vector<Field> fields = test::small_fields();
  std::vector<std::string> files = original.files;
  for (; size >= 8; data += 8, size -= 8) apply(data, files);
  try {
    std::vector<IndexFile> opened;
    for (std::size_t i = 0; i < files.size(); ++i) {
      test::seal(files[i]);
      opened.push_back(test::open_bytes(files[i], original.entry.files[i].kind));
    }
    const Segment segment(std::move(opened), original.entry, fields);
    test::Interrogation interrogation(fields);
    interrogation.segment(segment);
  } catch (const Error&) {
  }
  return 0;
}
