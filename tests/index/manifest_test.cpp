#include "index/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/index/forged_file.h"
#include "tests/index/small_index.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using testing::HasSubstr;

Manifest small_manifest() {
  Manifest manifest;
  manifest.generation = 5;
  manifest.creator = "marrow 0.1.0";
  manifest.next_sequence = std::uint64_t{1} << 40;
  manifest.fields = test::small_fields();
  SegmentEntry segment;
  segment.number = 2;
  segment.document_count = 3;
  segment.unit_count = 4;
  segment.files = expected_files(manifest.fields);
  for (std::size_t i = 0; i < segment.files.size(); ++i) segment.files[i].identity = {i * 100, ~i};
  manifest.segments = {segment, segment};
  return manifest;
}

Manifest decode(const std::string& text) {
  const std::vector<char> bytes(text.begin(), text.end());
  return decode_manifest(VerifiedArray<char>(bytes));
}

TEST(Manifest, ReadsBackAsItWasWritten) {
  EXPECT_EQ(decode(encode(small_manifest())), small_manifest());
  EXPECT_EQ(decode(encode({})), Manifest{});
  Manifest odd = small_manifest();
  odd.fields[1].name = std::string("\xFF\0 ü", 5);
  odd.fields[1].details = std::string(100'000, '\n');
  EXPECT_EQ(decode(encode(odd)), odd);
}

TEST(Manifest, CutAnywhereOrGoingOnIsCorrupt) {
  const std::string text = encode(small_manifest());
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_THAT(error_of([&] { decode(text.substr(0, length)); }).what(),
                HasSubstr("the manifest ends early"));
  }
  EXPECT_THAT(error_of([&] { decode(text + 'x'); }).what(), HasSubstr("bytes after the end"));
}

TEST(Manifest, RefusesNumbersThatCannotBe) {
  const std::string text = encode(small_manifest());
  const std::size_t counts = 8 + 8 + 12 + 8;  // behind generation, creator and next sequence
  const auto message_with = [&](std::size_t at, std::uint32_t value) {
    std::string changed = text;
    test::write_at(changed, at, value);
    return std::string(error_of([&] { decode(changed); }).what());
  };
  EXPECT_THAT(message_with(counts, 65), HasSubstr("a number of fields of 65"));
  EXPECT_THAT(message_with(counts + 4, 0xFFFFFFFF), HasSubstr("ends early"));
  EXPECT_THAT(message_with(counts + 8, 3), HasSubstr("a field kind of 3"));
  EXPECT_THAT(message_with(counts + 12, 2), HasSubstr("a flag of 2"));
  EXPECT_THAT(message_with(counts + 12, 1), HasSubstr("field `bm25`: only sparse fields have an 8-bit form"));
}

TEST(Manifest, WithALengthOf2To40AllocatesNothingForIt) {
  std::string text = encode(small_manifest());
  test::write_at(text, 8, std::uint64_t{1} << 40);
  EXPECT_THAT(error_of([&] { decode(text); }).what(), HasSubstr("ends early"));
}

TEST(Manifest, OfRandomBytesIsCorruptAndNothingElse) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = encode(small_manifest());
    for (int i = 0; i < 3; ++i) text[random() % text.size()] = static_cast<char>(random());
    try {
      decode(text);
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::corrupt_index);
    }
  }
}

TEST(Manifest, NamesLegsAndFiles) {
  const auto fields = test::small_fields();
  EXPECT_EQ(leg_name(fields[0]), "bm25");
  EXPECT_EQ(leg_name(fields[1]), "sparse:tiny");
  Field unnamed = fields[2];
  unnamed.name.clear();
  EXPECT_EQ(leg_name(unnamed), "dense");
  const auto files = expected_files(fields);
  ASSERT_EQ(files.size(), 5U);
  EXPECT_EQ(segment_file_name(9, files[0]), "segment-9.documents");
  EXPECT_EQ(segment_file_name(9, files[1]), "segment-9.postings-0");
  EXPECT_EQ(segment_file_name(9, files[2]), "segment-9.impacts-1");
  EXPECT_EQ(segment_file_name(9, files[3]), "segment-9.impacts8-1");
  EXPECT_EQ(segment_file_name(9, files[4]), "segment-9.vectors-2");
  EXPECT_EQ(manifest_file_name(12), "MANIFEST-12");
}

}  // namespace
}  // namespace marrow
