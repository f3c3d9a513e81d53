#include "index/index_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <thread>
#include <vector>

#include "index/element_rules.h"
#include "index/index_file_writer.h"
#include "tests/index/forged_file.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using test::open_bytes;
using test::Parts;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A file of two sections: three 4-byte numbers, and five characters.
std::string small_file() {
  const TemporaryFolder folder;
  IndexFileWriter writer(folder / "file", FileKind::vectors, 2);
  writer.add_section("numbers", std::span<const std::uint32_t>(std::vector<std::uint32_t>{1, 2, 3}));
  writer.add_section("letters", std::span<const char>(std::vector<char>{'a', 'b', 'c', 'd', 'e'}));
  writer.finish();
  return test::read_all(folder / "file");
}

/// A file of one section of `count` numbers, each its place.
std::string large_file(std::uint32_t count) {
  const TemporaryFolder folder;
  IndexFileWriter writer(folder / "file", FileKind::vectors, 1);
  writer.begin_section("numbers", 4);
  for (std::uint32_t i = 0; i < count; ++i) writer.write_value(i);
  writer.finish();
  return test::read_all(folder / "file");
}

std::string message_of_opening(std::string_view bytes, FileKind kind = FileKind::vectors) {
  return error_of([&] { open_bytes(bytes, kind); }).what();
}

TEST(IndexFile, GivesTheSectionsThatWereWritten) {
  const IndexFile file = open_bytes(small_file(), FileKind::vectors);
  EXPECT_THAT(file.array<std::uint32_t>("numbers").all(), ElementsAre(1U, 2U, 3U));
  EXPECT_THAT(file.array<char>("letters").all(), ElementsAre('a', 'b', 'c', 'd', 'e'));
  EXPECT_TRUE(file.has("letters"));
  EXPECT_FALSE(file.has("letter"));
  EXPECT_THAT(file.damaged_blocks(), IsEmpty());
}

TEST(IndexFile, LaysSectionsOutOn64Bytes) {
  const std::string bytes = small_file();
  EXPECT_EQ(test::read_at<std::uint32_t>(bytes, 64), 1U);
  EXPECT_EQ(bytes.substr(128, 5), "abcde");
  const Parts parts(bytes);
  EXPECT_EQ(parts.metadata, 192U);
  EXPECT_EQ(bytes.size(), 192U + 2 * 64 + 64 + 64);
}

TEST(IndexFile, OfNoSectionsIsWhole) {
  const TemporaryFolder folder;
  IndexFileWriter(folder / "file", FileKind::impacts, 0).finish();
  EXPECT_THAT(IndexFile(folder / "file", FileKind::impacts).damaged_blocks(), IsEmpty());
}

TEST(IndexFile, CutAnywhereIsCorrupt) {
  const std::string bytes = small_file();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const Error error = error_of([&] { open_bytes(bytes.substr(0, length), FileKind::vectors); });
    EXPECT_EQ(error.code(), ErrorCode::corrupt_index) << length;
    EXPECT_THAT(error.what(), HasSubstr("corrupt index: file at ")) << length;
  }
  EXPECT_EQ(error_of([&] { open_bytes(bytes + '\0', FileKind::vectors); }).code(), ErrorCode::corrupt_index);
}

TEST(IndexFile, WithAnyBitFlippedIsFoundDamagedInAFullReading) {
  const std::string bytes = small_file();
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    std::vector<std::string> damage;
    const Error error = error_of([&] { damage = open_bytes(flipped, FileKind::vectors).damaged_blocks(); });
    EXPECT_TRUE(error.code() == ErrorCode::corrupt_index || !damage.empty()) << "bit " << bit;
  }
}

TEST(IndexFile, TellsCorruptTooOldAndTooNewApart) {
  std::string bytes = small_file();
  test::write_at<std::uint32_t>(bytes, 8, 2);
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("corrupt index: file at 0: the header does not match"));
  test::seal(bytes);
  EXPECT_EQ(error_of([&] { open_bytes(bytes, FileKind::vectors); }).code(), ErrorCode::bad_input);
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("file at 8: index format version 2 is too new"));
  test::write_at<std::uint32_t>(bytes, 8, 0);
  test::seal(bytes);
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("version 0 is too old: this program reads version 1"));
  bytes[0] = 'x';
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("not a file of a Marrow index"));
}

TEST(IndexFile, RefusesAFileOfAnotherKind) {
  EXPECT_THAT(message_of_opening(small_file(), FileKind::impacts),
              HasSubstr("file at 12: a file of kind 6 (vectors), expected impacts"));
}

TEST(IndexFile, NamesItsKinds) {
  EXPECT_EQ(name_of(FileKind::manifest), "manifest");
  EXPECT_EQ(name_of(FileKind::documents), "documents");
  EXPECT_EQ(name_of(FileKind::postings), "postings");
  EXPECT_EQ(name_of(FileKind::quantized_impacts), "quantized impacts");
  EXPECT_EQ(name_of(FileKind(99)), "unknown");
}

TEST(IndexFile, RefusesASectionThatIsNotThereOrHasOtherElements) {
  const IndexFile file = open_bytes(small_file(), FileKind::vectors);
  EXPECT_THAT(error_of([&] { file.array<char>("none"); }).what(), HasSubstr("no section `none`"));
  EXPECT_THAT(error_of([&] { file.array<std::uint64_t>("numbers"); }).what(),
              HasSubstr("file at 64: section `numbers` has elements of 4 bytes, expected 8"));
}

TEST(IndexFile, RefusesMoreSectionsThanAnyFileHas) {
  std::string bytes = small_file();
  test::write_at<std::uint32_t>(bytes, 16, 65);
  test::write_at(bytes, 24, test::checksum_of(std::string_view(bytes).substr(0, 24)));
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("65 sections, expected at most 64"));
}

/// BR-41: forged numbers, with all checksums right, are refused before anything is allocated for them.
TEST(IndexFile, RefusesForgedNumbersInTheFooter) {
  const std::string bytes = small_file();
  const std::size_t footer = Parts(bytes).footer;
  for (const std::size_t field : {0U, 8U, 24U, 32U}) {
    for (const std::uint64_t value :
         {std::uint64_t{0}, std::uint64_t{1} << 40, UINT64_MAX, std::uint64_t{64}}) {
      std::string forged = bytes;
      if (test::read_at<std::uint64_t>(bytes, footer + field) == value) continue;
      test::write_at(forged, footer + field, value);
      test::seal_footer(forged);
      const Error error = error_of([&] { open_bytes(forged, FileKind::vectors); });
      EXPECT_EQ(error.code(), ErrorCode::corrupt_index) << "field " << field << ", value " << value;
    }
  }
}

TEST(IndexFile, RefusesForgedNumbersInTheSectionTable) {
  const std::string bytes = small_file();
  const std::size_t table = Parts(bytes).metadata;
  for (const std::size_t field : {32U, 40U, 48U, 64U + 32U, 64U + 40U, 64U + 48U}) {
    for (const std::uint64_t value :
         {std::uint64_t{0}, std::uint64_t{70}, std::uint64_t{1} << 40, UINT64_MAX}) {
      std::string forged = bytes;
      test::write_at(forged, table + field, value);
      test::seal(forged);
      const Error error = error_of([&] { open_bytes(forged, FileKind::vectors); });
      EXPECT_EQ(error.code(), ErrorCode::corrupt_index) << "field " << field << ", value " << value;
    }
  }
}

TEST(IndexFile, RefusesNamelessAndRepeatedSections) {
  std::string bytes = small_file();
  const std::size_t table = Parts(bytes).metadata;
  test::write_at(bytes, table, '\0');
  test::seal(bytes);
  EXPECT_EQ(error_of([&] { open_bytes(bytes, FileKind::vectors); }).code(), ErrorCode::corrupt_index);
  bytes.replace(table, 32, std::string(bytes, table + 64, 32));
  test::seal(bytes);
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("two sections have the name `letters`"));
}

TEST(IndexFile, RefusesBytesThatBelongToNoSection) {
  std::string bytes = small_file();
  test::write_at<std::uint64_t>(bytes, Parts(bytes).metadata + 64 + 40, 0);  // the last section ends early …
  test::seal(bytes);
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("file at 128: bytes that belong to no section"));
}

TEST(IndexFile, RefusesPaddingThatIsNotZero) {
  std::string bytes = small_file();
  const Parts parts(bytes);
  bytes[parts.metadata + parts.metadata_bytes] = 'x';
  EXPECT_THAT(message_of_opening(bytes), HasSubstr("padding that is not 0"));
}

TEST(IndexFile, ChecksABlockWhenItIsFirstReadAndNotBefore) {
  std::string bytes = large_file(40'000);  // 160,064 bytes with the header: blocks at 0, 65,536 and 131,072
  bytes[100'000] = static_cast<char>(bytes[100'000] ^ 1);
  const IndexFile file = open_bytes(bytes, FileKind::vectors);
  const auto numbers = file.array<std::uint32_t>("numbers");
  EXPECT_EQ(numbers[0], 0U);
  EXPECT_EQ(numbers[16'367], 16'367U) << "the last one of the first block";
  EXPECT_EQ(numbers[39'999], 39'999U);
  for (int time = 0; time < 2; ++time) {
    const Error error = error_of([&] { numbers[16'368]; });
    EXPECT_EQ(error.code(), ErrorCode::corrupt_index);
    EXPECT_THAT(error.what(),
                HasSubstr("corrupt index: file at 65536: the block of 65536 bytes does not match"));
  }
  EXPECT_EQ(error_of([&] { numbers.slice(16'000, 1'000); }).code(), ErrorCode::corrupt_index);
  EXPECT_EQ(error_of([&] { numbers.all(); }).code(), ErrorCode::corrupt_index);
  EXPECT_THAT(numbers.slice(20'000, 0), IsEmpty());
  EXPECT_THAT(file.damaged_blocks(), SizeIs(1));
}

TEST(IndexFile, ChecksElementsByTheirRulesWithTheirBlock) {
  const std::string bytes = large_file(40'000);
  IndexFile file = open_bytes(bytes, FileKind::vectors);
  file.require("numbers", numbers_below(20'000, "too large"));
  const auto numbers = file.array<std::uint32_t>("numbers");
  EXPECT_EQ(numbers[16'000], 16'000U);
  EXPECT_THAT(error_of([&] { numbers[16'400]; }).what(), HasSubstr("file at 80064: too large"));
}

TEST(IndexFile, HasARuleForEachElementThatReadersTrust) {
  const auto message_of = [](const auto& values, const ElementRule& rule) -> std::string {
    const TemporaryFolder folder;
    IndexFileWriter writer(folder / "file", FileKind::vectors, 1);
    writer.add_section("s", std::span(values));
    writer.finish();
    IndexFile file(folder / "file", FileKind::vectors);
    file.require("s", rule);
    return error_of([&] { file.array<typename std::decay_t<decltype(values)>::value_type>("s").all(); })
        .what();
  };
  const std::string fine = "(no error was thrown)";
  const std::vector<std::uint32_t> numbers{1, 2, 0};
  EXPECT_EQ(message_of(numbers, numbers_below(3, "bad")), fine);
  EXPECT_THAT(message_of(numbers, numbers_below(2, "bad")), HasSubstr("at 68: bad"));
  EXPECT_THAT(message_of(numbers, numbers_above_zero("bad")), HasSubstr("at 72: bad"));
  EXPECT_EQ(message_of(std::vector<std::uint32_t>{1, UINT32_MAX}, numbers_above_zero("bad")), fine);
  const std::vector<float> floats{1.0F, -0.0F, std::numeric_limits<float>::quiet_NaN()};
  EXPECT_THAT(message_of(floats, floats_finite("bad")), HasSubstr("at 72: bad"));
  EXPECT_THAT(message_of(floats, floats_above_zero("bad")), HasSubstr("at 68: bad"));
  EXPECT_EQ(message_of(std::vector<float>{1.0F, 1e-38F}, floats_above_zero("bad")), fine);
}

TEST(IndexFile, TellsOneFileFromAnother) {
  const IndexFile small = open_bytes(small_file(), FileKind::vectors);
  const IndexFile large = open_bytes(large_file(9), FileKind::vectors, "large");
  EXPECT_NO_THROW(small.require_identity(small.identity()));
  EXPECT_THAT(error_of([&] { large.require_identity(small.identity()); }).what(),
              HasSubstr("corrupt index: large at 0: a file of another index or commit"));
}

TEST(IndexFile, MayBeReadFirstByManyThreadsAtOnce) {
  const std::string bytes = large_file(400'000);
  const IndexFile file = open_bytes(bytes, FileKind::vectors);
  const auto numbers = file.array<std::uint32_t>("numbers");
  std::vector<std::uint64_t> sums(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    threads.emplace_back([&, i] {
      for (std::size_t place = i; place < numbers.size(); place += 7) sums[i] += numbers[place] - place;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(sums, testing::Each(0U));
}

TEST(IndexFile, ThatIsNotThereIsNotFound) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of([&] { IndexFile(folder / "none", FileKind::vectors); }).code(), ErrorCode::not_found);
}

}  // namespace
}  // namespace marrow
