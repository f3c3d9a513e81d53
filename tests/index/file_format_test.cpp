#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "index/vectors_writer.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

/// `bytes` as the page prints them: an offset and 16 bytes a line.
std::string hex_dump(const std::string& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto hex = [&](std::size_t value, int length) {
    std::string text;
    for (int shift = 4 * (length - 1); shift >= 0; shift -= 4) text += digits[(value >> shift) & 15];
    return text;
  };
  std::string dump;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (at % 16 == 0) dump += hex(at, 4) + ' ';
    dump += ' ' + hex(static_cast<unsigned char>(bytes[at]), 2);
    if (at % 16 == 15) dump += '\n';
  }
  return dump;
}

/// The lines between "```hex" and "```" of the page.
std::string example_of(const std::string& page) {
  const std::size_t begin = page.find("```hex\n") + 7;
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(FileFormat, ExampleOfThePageIsWhatTheWriterWrites) {
  const test::TemporaryFolder folder;
  VectorsWriter writer(folder / "vectors", 2);
  writer.add_row(std::vector<float>{0.6F, 0.8F}, "unit 0");
  writer.finish();
  const std::string page = test::read_all(std::filesystem::path(MARROW_SOURCE_DIR) / "docs/file_format.md");
  EXPECT_EQ(hex_dump(test::read_all(folder / "vectors")), example_of(page));
}

}  // namespace
}  // namespace marrow
