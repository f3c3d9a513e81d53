#include "io/compression.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace marrow {
namespace {

std::optional<std::string> decompress_text(const std::string& frame, std::size_t size) {
  return decompress(std::as_bytes(std::span(frame)), size);
}

TEST(Compression, GivesBackWhatWentIn) {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string(300'000, 'a'), std::string("\0é", 3)}) {
    EXPECT_EQ(decompress_text(compress(text), text.size()), text);
  }
}

TEST(Compression, RefusesAFrameOfAnotherSizeThanExpected) {
  const std::string frame = compress("twelve bytes");
  EXPECT_EQ(decompress_text(frame, 11), std::nullopt);
  EXPECT_EQ(decompress_text(frame, 13), std::nullopt);
}

TEST(Compression, RefusesAFrameCutAnywhere) {
  const std::string text = "the moon moves the sea, the sea moves the shore";
  const std::string frame = compress(text);
  for (std::size_t length = 0; length < frame.size(); ++length) {
    EXPECT_EQ(decompress_text(frame.substr(0, length), text.size()), std::nullopt) << length;
  }
}

TEST(Compression, AllocatesNothingForAContentThatCannotFit) {
  // A frame header (RFC 8878, 3.1.1.1) with an 8-byte content size of 2^40, and nothing behind it.
  std::string frame("\x28\xB5\x2F\xFD\xE0", 5);
  const std::uint64_t claimed = std::uint64_t{1} << 40;
  frame.append(reinterpret_cast<const char*>(&claimed), sizeof claimed);
  EXPECT_EQ(decompress_text(frame, claimed), std::nullopt);
  EXPECT_EQ(decompress_text("", SIZE_MAX), std::nullopt);
  EXPECT_EQ(decompress_text("", SIZE_MAX - 1), std::nullopt);
}

}  // namespace
}  // namespace marrow
