#include "text/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace marrow {
namespace {

TEST(Utf8, EveryScalarValueSurvivesEncodingAndDecoding) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    const DecodedCodePoint decoded = decode_utf8(text, 0);
    ASSERT_EQ(decoded.value, c);
    ASSERT_EQ(decoded.length, text.size());
    ASSERT_TRUE(is_valid_utf8(text));
  }
}

TEST(Utf8, SurrogatesAndValuesAboveTheLastAreWrittenAsReplacement) {
  EXPECT_EQ(to_utf8(std::u32string{char32_t{0xD800}}), "\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8(std::u32string{char32_t{0x110000}}), "\xEF\xBF\xBD");
}

struct BrokenText {
  std::string bytes;
  std::u32string code_points;
};

// Unicode Standard, tables 3-8 to 3-11, and bytes that can begin nothing.
TEST(Utf8, EachMaximalPartOfABrokenSequenceBecomesOneReplacement) {
  const std::vector<BrokenText> cases = {
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\u0041"},
      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\u0041"},
      {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\u0041\uFFFD\uFFFD\u0042"},
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", U"\uFFFD\uFFFD\uFFFD\uFFFD\u0041"},
      {"\xE2\x82", U"\uFFFD"},
      {"\xF8\x88", U"\uFFFD\uFFFD"},
  };
  for (const BrokenText& broken : cases) {
    EXPECT_EQ(to_utf32(broken.bytes), broken.code_points);
    EXPECT_FALSE(is_valid_utf8(broken.bytes));
  }
}

TEST(Utf8, Utf16IsTheSameTextInBothDirections) {
  const std::string text = "aé漢\U0001F600\U0010FFFF";
  EXPECT_EQ(to_utf16(text), u"aé漢\U0001F600\U0010FFFF");
  EXPECT_EQ(to_utf8(to_utf16(text)), text);
  const std::u16string lone = {0xD83D, u'a', 0xDE00, 0xD83D};
  EXPECT_EQ(to_utf8(lone), "\uFFFDa\uFFFD\uFFFD");
}

TEST(Utf8, AReplacementCharacterThatIsWrittenOutIsValid) {
  EXPECT_TRUE(is_valid_utf8("a\xEF\xBF\xBD"));
  EXPECT_TRUE(is_valid_utf8(""));
}

TEST(Utf8, AnyBytesAreReadToTheirEndAndBecomeValidText) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 24, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    std::size_t at = 0;
    while (at < bytes.size()) {
      const DecodedCodePoint c = decode_utf8(bytes, at);
      ASSERT_GE(c.length, 1U);
      at += c.length;
    }
    ASSERT_EQ(at, bytes.size());
    const std::string repaired = to_utf8(to_utf32(bytes));
    ASSERT_TRUE(is_valid_utf8(repaired));
    ASSERT_EQ(is_valid_utf8(bytes), repaired == bytes);
  }
}

}  // namespace
}  // namespace marrow
