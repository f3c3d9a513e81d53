#include "marrow/error.h"

#include <gtest/gtest.h>

namespace marrow {
namespace {

TEST(Error, FailAtNamesSourceLineAndColumn) {
  try {
    fail_at({"qrels.tsv", 3, 9}, "grade must be an integer, got `x`");
    FAIL() << "fail_at returned";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_STREQ(error.what(), "qrels.tsv:3:9: grade must be an integer, got `x`");
  }
}

TEST(Error, QuoteShowsControlCharactersAndBrokenUtf8AsHexadecimal) {
  EXPECT_EQ(quote("a\tb"), "`a\\x09b`");
  EXPECT_EQ(quote("caf\xC3\xA9"), "`caf\xC3\xA9`");
  EXPECT_EQ(quote("\xC3"), "`\\xc3`");
  EXPECT_EQ(quote("\xED\xA0\x80"), "`\\xed\\xa0\\x80`");
  EXPECT_EQ(quote("\xC0\xAF"), "`\\xc0\\xaf`");
}

TEST(Error, QuoteCutsLongTextOnACharacterBoundary) {
  EXPECT_EQ(quote("abcdef", 3), "`abc…`");
  EXPECT_EQ(quote("\xC3\xA9\xC3\xA9", 1), "`\xC3\xA9…`");
}

}  // namespace
}  // namespace marrow
