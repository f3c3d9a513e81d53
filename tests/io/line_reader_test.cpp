#include "io/line_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/errors.h"
#include "tests/support/gzip.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::gzip;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> lines_of(LineReader reader) {
  std::vector<std::string> lines;
  while (reader.next()) {
    lines.emplace_back(reader.text());
    EXPECT_EQ(reader.number(), lines.size());
  }
  EXPECT_FALSE(reader.next()) << "the end must stay the end";
  return lines;
}

std::vector<std::string> lines_of(std::string text) {
  return lines_of(LineReader(decompressed(open_text(std::move(text), "text"))));
}

/// Hands out at most `step` bytes at a time.
class DripSource final : public ByteSource {
 public:
  DripSource(std::string text, std::size_t step) : ByteSource("drip"), text_(std::move(text)), step_(step) {}

 private:
  std::size_t do_read(std::span<char> out) override {
    const std::size_t count = text_.copy(out.data(), std::min(out.size(), step_), next_);
    next_ += count;
    return count;
  }
  std::string text_;
  std::size_t step_;
  std::size_t next_ = 0;
};

TEST(LineReader, AnEmptyTextHasNoLines) { EXPECT_THAT(lines_of(std::string()), ElementsAre()); }

TEST(LineReader, BothLineEndsAreTakenOffAndTheLastMayBeMissing) {
  EXPECT_THAT(lines_of("a\nb\r\n\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines_of("\n"), ElementsAre(""));
  EXPECT_THAT(lines_of("\r\n"), ElementsAre(""));
}

TEST(LineReader, ACarriageReturnElsewhereIsText) {
  EXPECT_THAT(lines_of("a\rb\r\r\nc\r"), ElementsAre("a\rb\r", "c\r"));
}

TEST(LineReader, AByteOrderMarkIsSkippedAtTheStartOnly) {
  EXPECT_THAT(lines_of("\xEF\xBB\xBF"
                       "a\n\xEF\xBB\xBF"
                       "b"),
              ElementsAre("a",
                          "\xEF\xBB\xBF"
                          "b"));
  EXPECT_THAT(lines_of("\xEF\xBB\xBF"), ElementsAre());
  EXPECT_THAT(lines_of("\xEF\xBB\xBF\n"), ElementsAre(""));
  EXPECT_THAT(lines_of("\xEF\xBB\xBF\xEF\xBB\xBF"), ElementsAre("\xEF\xBB\xBF"));
  EXPECT_THAT(lines_of("\xEF\xBB"), ElementsAre("\xEF\xBB"));
}

TEST(LineReader, ReadsGzipByItsContentWhateverItsName) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(lines_of(LineReader(folder.write("packed.txt", gzip("a\nb\n")))), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of(LineReader(folder.write("plain.gz", "a\nb\n"))), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of(LineReader(folder.write("one.gz", "\x1f"))), ElementsAre("\x1f"));
}

TEST(LineReader, GzipMembersAreJoined) {
  EXPECT_THAT(lines_of(gzip("a\nb") + gzip("c\n") + gzip("") + gzip("d")), ElementsAre("a", "bc", "d"));
}

TEST(LineReader, GzipThatIsCutShortIsAnErrorAtEveryLength) {
  const std::string packed = gzip("one\ntwo\nthree\n");
  for (std::size_t length = 2; length < packed.size(); ++length) {
    const Error error = error_of([&] { lines_of(packed.substr(0, length)); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_THAT(error.what(), HasSubstr("text@" + std::to_string(length) + ": the gzip data is cut short"));
  }
}

TEST(LineReader, DamagedGzipIsAnError) {
  std::string packed = gzip("one\ntwo\nthree\n");
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);  // in the checksum
  const Error error = error_of([&] { lines_of(packed); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("text@"));
  EXPECT_THAT(error.what(), HasSubstr("the gzip data is damaged (incorrect data check)"));
  EXPECT_THAT(error_of([&] { lines_of(gzip("one\n") + "two\n"); }).what(), HasSubstr("damaged"));
}

TEST(LineReader, AMissingFileAndAFolderAreNamed) {
  const test::TemporaryFolder folder;
  const Error missing = error_of([&] { LineReader(folder / "absent.txt"); });
  EXPECT_EQ(missing.code(), ErrorCode::not_found);
  EXPECT_THAT(missing.what(), HasSubstr("absent.txt: cannot open: No such file"));
  const Error not_a_file = error_of([&] { lines_of(LineReader(folder.path())); });
  EXPECT_EQ(not_a_file.code(), ErrorCode::io);
  EXPECT_THAT(not_a_file.what(), HasSubstr("cannot read: Is a directory"));
}

TEST(LineReader, ALineOverTheLimitIsRefusedWithItsPlace) {
  const auto read = [](std::string text) {
    return lines_of(LineReader(open_text(std::move(text), "text"), {.max_line_bytes = 3}));
  };
  EXPECT_THAT(read("abc\r\nabc\nabc"), ElementsAre("abc", "abc", "abc"));
  for (const std::string text : {"a\nabcd\n", "a\nabcd", "a\nabcd\r\n", "a\nabcdefghijklmnop"}) {
    const Error error = error_of([&] { read(text); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_THAT(error.what(), HasSubstr("text:2:4: the line is longer than 3 bytes, the limit"));
  }
}

TEST(LineReader, TheLimitStopsReadingLongBeforeAnEndlessLineFillsMemory) {
  class Endless final : public ByteSource {
   public:
    Endless() : ByteSource("endless") {}
    std::size_t given = 0;

   private:
    std::size_t do_read(std::span<char> out) override {
      std::fill(out.begin(), out.end(), 'x');
      given += out.size();
      return out.size();
    }
  };
  auto source = std::make_unique<Endless>();
  Endless& endless = *source;
  constexpr std::size_t limit = 1'000'000;
  LineReader reader(std::move(source), {.max_line_bytes = limit});
  EXPECT_THROW(reader.next(), Error);
  EXPECT_LE(endless.given, 4 * limit);
}

TEST(LineReader, ALimitOfZeroIsRefused) {
  EXPECT_EQ(error_of([] { LineReader(open_text("a", "text"), {.max_line_bytes = 0}); }).code(),
            ErrorCode::invalid_argument);
}

/// The definition, written the obvious way.
std::vector<std::string> split_plainly(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    std::string line = text.substr(begin, end - begin);
    if (end != std::string::npos && line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
    begin = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

TEST(LineReader, EqualsPlainSplittingWhateverTheSizeOfTheReads) {
  std::mt19937 random(1);
  const std::vector<std::string> pieces = {"a", "\n", "\r", "\r\n", "\xEF\xBB\xBF", "\xEF", "bc", ""};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) text += pieces[random() % pieces.size()];
    const auto expected = split_plainly(text);
    ASSERT_EQ(lines_of(text), expected);
    ASSERT_EQ(lines_of(gzip(text)), expected);
    ASSERT_EQ(lines_of(LineReader(std::make_unique<DripSource>(text, 1 + random() % 3))), expected);
  }
}

TEST(LineReader, LinesLongerThanTheBufferComeWhole) {
  std::mt19937 random(2);
  std::string text;
  for (int line = 0; line < 40; ++line) {
    text += std::string(random() % 400'000, static_cast<char>('a' + line % 26)) + "\n";
  }
  EXPECT_EQ(lines_of(text), split_plainly(text));
}

TEST(ByteSource, ReadsADescriptorThatStaysOpen) {
  const test::TemporaryFolder folder;
  std::FILE* const file = std::fopen(folder.write("a.txt", gzip("a\nb\n")).c_str(), "rb");
  ASSERT_NE(file, nullptr);
  EXPECT_THAT(lines_of(LineReader(decompressed(open_descriptor(fileno(file), "-")))), ElementsAre("a", "b"));
  EXPECT_EQ(std::fclose(file), 0);
}

TEST(ByteSource, AnUnreadableDescriptorIsAnIoError) {
  const Error error = error_of([] { lines_of(LineReader(open_descriptor(-1, "standard input"))); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("standard input: cannot read"));
}

}  // namespace
}  // namespace marrow
