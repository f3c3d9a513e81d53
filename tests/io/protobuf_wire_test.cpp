#include "io/protobuf_wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "marrow/error.h"

namespace marrow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string error_of(std::string_view message, void (*read)(ProtobufReader&)) {
  ProtobufReader reader(bytes_of(message), "test.onnx", 100);
  try {
    read(reader);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    return error.what();
  }
  return "no error";
}

void read_all(ProtobufReader& reader) {
  while (reader.next()) {
  }
}

TEST(ProtobufWire, ReadsTheExamplesOfTheSpecification) {
  ProtobufReader reader(bytes_of("\x08\x96\x01\x12\x07testing"), "spec");
  const auto number = reader.next();
  ASSERT_TRUE(number);
  EXPECT_EQ(number->number, 1U);
  EXPECT_EQ(reader.integer(*number), 150U);
  const auto text = reader.next();
  ASSERT_TRUE(text);
  EXPECT_EQ(text->number, 2U);
  EXPECT_EQ(text->offset, 5U);
  EXPECT_EQ(reader.text(*text), "testing");
  EXPECT_FALSE(reader.next());
}

TEST(ProtobufWire, WritesTheExamplesOfTheSpecification) {
  ProtobufWriter writer;
  writer.integer(1, 150);
  writer.text(2, "testing");
  EXPECT_EQ(writer.encoded(), "\x08\x96\x01\x12\x07testing");
}

TEST(ProtobufWire, NumbersOfEverySizeSurvive) {
  ProtobufWriter writer;
  std::vector<std::uint64_t> values = {
      0, 1, 127, 128, 16383, 16384, std::numeric_limits<std::uint64_t>::max()};
  for (const std::uint64_t value : values) writer.integer(536870911, value);
  writer.packed_integers(536870911, values);
  ProtobufReader reader(bytes_of(writer.encoded()), "test");
  std::vector<std::uint64_t> read;
  while (const auto field = reader.next()) reader.append_integers(*field, read);
  std::vector<std::uint64_t> twice = values;
  twice.insert(twice.end(), values.begin(), values.end());
  EXPECT_EQ(read, twice);
}

TEST(ProtobufWire, FloatsAreReadPackedAndOneByOne) {
  ProtobufWriter writer;
  const std::vector<float> values = {0.5F, -1.0F};
  writer.packed_floats(4, values);
  const std::string encoded = std::string(writer.encoded()) + std::string("\x25\x00\x00\x80\x3f", 5);
  ProtobufReader reader(bytes_of(encoded), "test");
  std::vector<std::uint32_t> read;
  while (const auto field = reader.next()) reader.append_fixed32(*field, read);
  EXPECT_THAT(read, ElementsAre(std::bit_cast<std::uint32_t>(0.5F), std::bit_cast<std::uint32_t>(-1.0F),
                                std::bit_cast<std::uint32_t>(1.0F)));
}

TEST(ProtobufWire, SkipsFixedFieldsOfBothSizes) {
  ProtobufReader reader(bytes_of({"\x09\x01\x00\x00\x00\x00\x00\x00\x00\x0d\x02\x00\x00\x00", 14}), "test");
  EXPECT_EQ(reader.next()->value, 1U);
  EXPECT_EQ(reader.next()->value, 2U);
  EXPECT_FALSE(reader.next());
}

TEST(ProtobufWire, MessagesNestAndKeepTheirPlaceInTheSource) {
  ProtobufWriter inner;
  inner.integer(1, 7);
  ProtobufWriter outer;
  outer.message(3, inner);
  ProtobufReader reader(bytes_of(outer.encoded()), "test");
  const auto field = reader.next();
  ProtobufReader nested = reader.message(*field);
  EXPECT_EQ(nested.next()->offset, 3U);
}

TEST(ProtobufWire, AMessageCutAnywhereIsAnErrorOrShorter) {
  ProtobufWriter writer;
  writer.integer(1, 300);
  writer.text(2, "some text");
  writer.packed_floats(3, std::vector<float>{1.0F, 2.0F});
  const std::string whole(writer.encoded());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    ProtobufReader reader(bytes_of(std::string_view(whole).substr(0, length)), "test");
    std::size_t fields = 0;
    try {
      while (reader.next()) ++fields;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_input);
    }
    EXPECT_LT(fields, 3U);
  }
}

TEST(ProtobufWire, BrokenNumbersAreRefusedWithTheirPlace) {
  EXPECT_EQ(error_of("\x08\x96", read_all), "test.onnx@101: the message ends inside a number");
  EXPECT_EQ(error_of("\x0d\x01\x02", read_all), "test.onnx@101: the message ends inside a number");
  EXPECT_THAT(error_of("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", read_all),
              HasSubstr("more than 64 bits"));
}

TEST(ProtobufWire, BrokenTagsAreRefused) {
  EXPECT_THAT(error_of({"\x00\x01", 2}, read_all), HasSubstr("field number 0"));
  EXPECT_THAT(error_of("\x80\x80\x80\x80\x10\x01", read_all), HasSubstr("field number 536870912"));
  EXPECT_THAT(error_of("\x0b", read_all), HasSubstr("wire type 3"));
}

TEST(ProtobufWire, ALengthBeyondTheMessageIsRefused) {
  EXPECT_EQ(error_of("\x12\x7f"
                     "abc",
                     read_all),
            "test.onnx@101: field 2 is 127 bytes long, but 3 are left");
}

TEST(ProtobufWire, AFieldOfAnotherTypeThanAskedForIsRefused) {
  EXPECT_THAT(error_of("\x08\x01", [](ProtobufReader& reader) { reader.text(*reader.next()); }),
              HasSubstr("field 1 has wire type 0, expected 2"));
  EXPECT_THAT(error_of({"\x12\x00", 2}, [](ProtobufReader& reader) { reader.integer(*reader.next()); }),
              HasSubstr("field 2 has wire type 2, expected 0"));
  EXPECT_THAT(error_of({"\x0a\x03\x00\x00\x80", 5},
                       [](ProtobufReader& reader) {
                         std::vector<std::uint32_t> out;
                         reader.append_fixed32(*reader.next(), out);
                       }),
              HasSubstr("ends inside a number"));
}

}  // namespace
}  // namespace marrow
