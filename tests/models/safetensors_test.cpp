#include "models/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string file_of(std::string_view header, std::string_view data) {
  std::uint64_t size = header.size();
  std::string file(sizeof(size), '\0');
  std::memcpy(file.data(), &size, sizeof(size));
  return file.append(header).append(data);
}

Weights parse(const std::string& file) {
  const auto owner = std::make_shared<const std::string>(file);
  return parse_safetensors(std::as_bytes(std::span(*owner)), owner, "model.safetensors");
}

std::string message_of(const std::string& file) {
  const Error error = error_of([&] { parse(file); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  return error.what();
}

std::string message_of_header(std::string_view header, std::string_view data = "") {
  return message_of(file_of(header, data));
}

std::vector<float> floats_of(const Tensor& tensor) {
  std::vector<float> values(tensor.bytes.size() / sizeof(float));
  std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

constexpr std::string_view kTwoTensors =
    R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[2],"data_offsets":[2,10]},)"
    R"("a":{"dtype":"BF16","shape":[],"data_offsets":[0,2]}})";

TEST(Safetensors, TensorsAreViewsOfTheFileByName) {
  const Weights weights = parse(file_of(kTwoTensors, std::string_view("\1\2\0\0\0\x3f\0\0\x80\x3f", 10)));
  ASSERT_EQ(weights.tensors().size(), 2U);
  EXPECT_EQ(weights.find("a")->type, ElementType::bf16);
  EXPECT_THAT(weights.find("a")->shape, ElementsAre());
  EXPECT_THAT(floats_of(*weights.find("b")), ElementsAre(0.5F, 1.0F));
  EXPECT_EQ(weights.find("c"), nullptr);
}

TEST(Safetensors, AnEmptyTensorAndAFileWithoutTensorsAreFine) {
  EXPECT_EQ(parse(file_of("{}", "")).tensors().size(), 0U);
  const Weights weights = parse(file_of(R"({"a":{"dtype":"I64","shape":[0,9],"data_offsets":[0,0]}})", ""));
  EXPECT_TRUE(weights.find("a")->bytes.empty());
}

TEST(Safetensors, AFileCutAnywhereIsRefused) {
  const std::string whole = file_of(kTwoTensors, "0123456789");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Error error = error_of([&] { parse(whole.substr(0, length)); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input) << length;
    EXPECT_THAT(error.what(), HasSubstr("model.safetensors")) << length;
  }
}

TEST(Safetensors, AHeaderLargerThanTheFileIsRefusedBeforeItIsRead) {
  EXPECT_EQ(
      message_of(std::string(8, '\xff')),
      "model.safetensors: not a safetensors file: a header of 18446744073709551615 bytes, at most 0 are "
      "possible");
  EXPECT_THAT(message_of("abc"), HasSubstr("only 3 bytes long"));
}

TEST(Safetensors, AHeaderThatIsNoObjectOfObjectsIsRefused) {
  EXPECT_THAT(message_of_header("[]"), HasSubstr("the header is not an object"));
  EXPECT_THAT(message_of_header(R"({"a":1})"), HasSubstr("tensor `a`: expected an object, got 1"));
  EXPECT_THAT(message_of_header("{"), HasSubstr("not JSON"));
  EXPECT_THAT(message_of_header(R"({"a":1e999})"), HasSubstr("model.safetensors"));
  EXPECT_THAT(message_of_header(R"({"a":{},"a":{}})"), HasSubstr("stands twice"));
}

TEST(Safetensors, AnEntryWithoutOrWithWrongMembersIsRefusedByName) {
  EXPECT_THAT(message_of_header(R"({"a":{"shape":[],"data_offsets":[0,0]}})"),
              HasSubstr("`a`: has no dtype"));
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"F8_E4M3","shape":[],"data_offsets":[0,0]}})"),
              HasSubstr("dtype \"F8_E4M3\" is not supported"));
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":3,"shape":[],"data_offsets":[0,0]}})"),
              HasSubstr("dtype 3 is not supported"));
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"F32","shape":2,"data_offsets":[0,0]}})"),
              HasSubstr("shape must be an array, got 2"));
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,0]}})"),
              HasSubstr("shape must hold whole numbers of at least 0, got -1"));
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"F32","shape":[],"data_offsets":[0]}})"),
              HasSubstr("data_offsets must be two numbers"));
}

TEST(Safetensors, AnExtentThatLeavesTheFileIsRefused) {
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", "abc"),
              HasSubstr("bytes 0 to 4 do not lie in the file's 3"));
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[2,1]}})", "abc"),
              HasSubstr("bytes 2 to 1"));
}

TEST(Safetensors, AShapeThatDisagreesWithTheExtentOrOverflowsIsRefused) {
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "abcd"),
              HasSubstr("is 4 bytes long, but the shape [2] of F32 needs another size"));
  EXPECT_THAT(message_of_header(
                  R"({"a":{"dtype":"F32","shape":[4294967296,1073741825,4],"data_offsets":[0,4]}})", "abcd"),
              HasSubstr("needs another size"));
}

TEST(Safetensors, OverlapsHolesAndUnusedBytesAreRefused) {
  EXPECT_THAT(message_of_header(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                                R"("b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
                                "abc"),
              HasSubstr("`b`: overlaps the one before it"));
  EXPECT_THAT(message_of_header(R"({"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})", "abc"),
              HasSubstr("`b`: there is a hole before it"));
  EXPECT_THAT(message_of_header(R"({"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", "abc"),
              HasSubstr("1 bytes at the end belong to no tensor"));
}

TEST(Safetensors, WrittenByteForByteAsTheReferenceLibraryWrites) {
  const test::TemporaryFolder folder;
  Weights::Map tensors;
  tensors.emplace("b", make_tensor({2}, {1.0F, 2.0F}));
  tensors.emplace("a", make_tensor({1}, {3.0F}));
  const std::string wide(8, '\x07');
  tensors.emplace("z", Tensor{ElementType::i64, {1}, std::as_bytes(std::span(wide)), nullptr});
  write_safetensors(folder / "out.safetensors", tensors);
  const std::string header =
      R"({"__metadata__":{"format":"pt"},"z":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},)"
      R"("a":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},"b":{"dtype":"F32","shape":[2],"data_offsets":[12,20]}})";
  const std::string padded = header + std::string((8 - header.size() % 8) % 8, ' ');
  const std::string data = wide + std::string("\0\0\x40\x40\0\0\x80\x3f\0\0\0\x40", 12);
  EXPECT_EQ(test::read_all(folder / "out.safetensors"), file_of(padded, data));
}

TEST(Safetensors, WhatIsWrittenIsReadBack) {
  const test::TemporaryFolder folder;
  Weights::Map tensors;
  tensors.emplace("weight", make_tensor({2, 2}, {1.0F, 2.0F, 3.0F, 4.0F}));
  write_safetensors(folder / "out.safetensors", tensors);
  const Weights weights = read_safetensors(folder / "out.safetensors");
  EXPECT_THAT(floats_of(weights.at("weight", {2, 2})), ElementsAre(1.0F, 2.0F, 3.0F, 4.0F));
  EXPECT_THAT(floats_of(rows_of(weights.at("weight", {2, 2}), 1, 2)), ElementsAre(3.0F, 4.0F));
}

TEST(Weights, AMissingOrMisshapenTensorIsNamedWithItsFile) {
  const Weights weights =
      parse(file_of(R"({"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})", "01234567"));
  EXPECT_EQ(std::string(error_of([&] { weights.at("b", {1}); }).what()),
            "model.safetensors: has no tensor `b`");
  EXPECT_EQ(std::string(error_of([&] {
                          weights.at("a", {2, 3});
                        }).what()),
            "model.safetensors: tensor `a` has the shape [1], expected [2, 3]");
  EXPECT_EQ(std::string(error_of([&] { weights.at("a", {1}); }).what()),
            "model.safetensors: tensor `a` holds I64 numbers, expected F32, F16 or BF16");
}

}  // namespace
}  // namespace marrow
