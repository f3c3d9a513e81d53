#include "text/bert_characters.h"

#include <gtest/gtest.h>

#include "io/digest.h"
#include "tests/text/wordpiece_golden.h"
#include "text/normalizer.h"
#include "text/utf8.h"

namespace marrow {
namespace {

/// One byte of flags, in the order of make_characters.py.
char flags_of(char32_t c) {
  const int flags = (bert::is_removed(c) ? 1 : 0) | (bert::is_nonspacing_mark(c) ? 2 : 0) |
                    (bert::is_chinese(c) ? 4 : 0) | (is_white_space(c) ? 8 : 0) |
                    (bert::is_punctuation(c) ? 16 : 0) | (bert::combining_class(c) != 0 ? 32 : 0);
  return static_cast<char>(flags);
}

TEST(BertCharacters, AgreeWithTheReferenceOnEveryScalarValue) {
  std::string flags;
  std::u32string lower;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    flags += flags_of(c);
    bert::append_lower_case(lower, c);
  }
  const std::string expected = test::lines_of(test::wordpiece_golden_folder() / "characters.sha256").at(0);
  EXPECT_EQ(digest_of(DigestKind::sha256, flags + to_utf8(lower)), expected);
}

}  // namespace
}  // namespace marrow
