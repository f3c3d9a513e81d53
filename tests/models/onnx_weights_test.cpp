#include "models/onnx_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "models/onnx_file.h"
#include "tests/models/onnx_builder.h"
#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using test::float_tensor;
using test::onnx_model;
using test::onnx_node;
using test::onnx_tensor;
using test::OnnxType;
using test::raw_tensor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Weights parse(const std::string& file) {
  const auto owner = std::make_shared<const std::string>(file);
  return parse_onnx_weights(std::as_bytes(std::span(*owner)), owner, "model.onnx");
}

std::string message_of(const std::string& file) {
  const Error error = error_of([&] { parse(file); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  return error.what();
}

std::vector<float> floats_of(const Tensor& tensor) {
  std::vector<float> values(tensor.bytes.size() / sizeof(float));
  std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

const std::vector<float> kSix = {1, 2, 3, 4, 5, 6};

TEST(OnnxWeights, AParameterKeepsItsNameAndNumbers) {
  const Weights weights = parse(onnx_model({}, {float_tensor("bert.embeddings.weight", {2, 3}, kSix)}));
  EXPECT_THAT(floats_of(weights.at("bert.embeddings.weight", {2, 3})), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(OnnxWeights, RawNumbersAreNotCopied) {
  const auto file = std::make_shared<const std::string>(
      onnx_model({}, {raw_tensor("a.weight", OnnxType::f16, {2}, "abcd")}));
  const auto bytes = std::as_bytes(std::span(*file));
  const Weights weights = parse_onnx_weights(bytes, file, "model.onnx");
  const Tensor& tensor = weights.at("a.weight", {2});
  EXPECT_EQ(tensor.type, ElementType::f16);
  EXPECT_GE(tensor.bytes.data(), bytes.data());
  EXPECT_LE(tensor.bytes.data() + tensor.bytes.size(), bytes.data() + bytes.size());
}

TEST(OnnxWeights, ARenamedLinearWeightIsNamedAfterItsNodeAndTurnedBack) {
  const Weights weights = parse(onnx_model(
      {onnx_node("/encoder/layer.0/output/dense/MatMul", "MatMul", {"x", "onnx::MatMul_7"}, {"y"})},
      {float_tensor("onnx::MatMul_7", {2, 3}, kSix)}));
  ASSERT_EQ(weights.tensors().size(), 1U);
  EXPECT_THAT(floats_of(weights.at("encoder.layer.0.output.dense.weight", {3, 2})),
              ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(OnnxWeights, AnOldExportsLinearWeightIsNamedAfterItsBias) {
  const Weights weights = parse(
      onnx_model({onnx_node("MatMul_37", "MatMul", {"x", "1234"}, {"y"}),
                  onnx_node("Add_38", "Add", {"layer.0.dense.bias", "y"}, {"z"})},
                 {float_tensor("1234", {2, 3}, kSix), float_tensor("layer.0.dense.bias", {3}, {7, 8, 9})}));
  EXPECT_THAT(floats_of(weights.at("layer.0.dense.weight", {3, 2})), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(floats_of(weights.at("layer.0.dense.bias", {3})), ElementsAre(7, 8, 9));
}

TEST(OnnxWeights, AGemmWithTransposedWeightIsLeftAsItIs) {
  ProtobufWriter transposes;
  transposes.text(1, "transB");
  transposes.integer(3, 1);
  ProtobufWriter gemm = onnx_node("/classifier/Gemm", "Gemm", {"x", "classifier.weight", "b"}, {"y"});
  gemm.message(5, transposes);
  const Weights weights = parse(onnx_model({gemm}, {float_tensor("classifier.weight", {2, 3}, kSix)}));
  EXPECT_THAT(floats_of(weights.at("classifier.weight", {2, 3})), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(OnnxWeights, AWeightThatNothingNamesIsLeftOut) {
  const Weights weights = parse(
      onnx_model({onnx_node("MatMul_1", "MatMul", {"x", "12"}, {"y"})},
                 {float_tensor("12", {2, 3}, kSix), float_tensor("/bert/Constant_output_0", {1}, {1.0F}),
                  raw_tensor("a.position_ids", OnnxType::i64, {1}, "01234567")}));
  EXPECT_EQ(weights.tensors().size(), 0U);
}

TEST(OnnxWeights, AQuantisedEmbeddingIsScaledBack) {
  const Weights weights =
      parse(onnx_model({}, {raw_tensor("e.weight_quantized", OnnxType::u8, {2, 2}, "\x80\x82\x7f\xff"),
                            float_tensor("e.weight_scale", {}, {0.5F}),
                            raw_tensor("e.weight_zero_point", OnnxType::u8, {}, "\x80")}));
  EXPECT_THAT(floats_of(weights.at("e.weight", {2, 2})), ElementsAre(0.0F, 1.0F, -0.5F, 63.5F));
  EXPECT_EQ(weights.tensors().size(), 1U);
}

TEST(OnnxWeights, AQuantisedLinearWeightIsScaledBackByColumnAndTurned) {
  ProtobufWriter zero = onnx_tensor("onnx::MatMul_1_zero_point", OnnxType::i8, {2});
  zero.packed_integers(5, std::vector<std::uint64_t>{1, ~std::uint64_t{0}});  // 1 and -1
  const Weights weights = parse(onnx_model(
      {onnx_node("/layer.0/dense/MatMul_quant", "MatMulInteger", {"x", "onnx::MatMul_1_quantized"}, {"y"})},
      {raw_tensor("onnx::MatMul_1_quantized", OnnxType::i8, {1, 2}, "\x03\xfd"),
       float_tensor("onnx::MatMul_1_scale", {2}, {2.0F, 10.0F}), zero}));
  EXPECT_THAT(floats_of(weights.at("layer.0.dense.weight", {2, 1})), ElementsAre(4.0F, -20.0F));
}

TEST(OnnxWeights, AQuantisedWeightWithoutFittingPartsIsRefused) {
  const auto quantized = raw_tensor("e.weight_quantized", OnnxType::u8, {2, 2}, "abcd");
  const auto scale = float_tensor("e.weight_scale", {}, {0.5F});
  EXPECT_THAT(message_of(onnx_model({}, {quantized})),
              HasSubstr("`e.weight_quantized`: there is no `e.weight_scale` beside it"));
  EXPECT_THAT(message_of(onnx_model({}, {quantized, scale})), HasSubstr("no `e.weight_zero_point`"));
  EXPECT_THAT(message_of(onnx_model(
                  {}, {quantized, scale, raw_tensor("e.weight_zero_point", OnnxType::i8, {}, "a")})),
              HasSubstr("a zero point of the same type"));
  EXPECT_THAT(message_of(onnx_model({}, {quantized, float_tensor("e.weight_scale", {3}, {1, 2, 3}),
                                         raw_tensor("e.weight_zero_point", OnnxType::u8, {3}, "abc")})),
              HasSubstr("3 scales and 3 zero points, expected 1 or 2 of each"));
}

TEST(OnnxFile, NumbersInOtherFilesAreRefused) {
  ProtobufWriter located = onnx_tensor("a.weight", OnnxType::f32, {1});
  located.integer(14, 1);
  EXPECT_THAT(message_of(onnx_model({}, {located})), HasSubstr("its numbers are in another file"));
  ProtobufWriter external = onnx_tensor("a.weight", OnnxType::f32, {1});
  external.text(13, "");
  EXPECT_THAT(message_of(onnx_model({}, {external})),
              HasSubstr("initializer `a.weight`: its numbers are in another"));
}

TEST(OnnxFile, UnsupportedTypesAndFieldsAreRefusedByNumber) {
  EXPECT_THAT(message_of(onnx_model({}, {onnx_tensor("a.weight", OnnxType{17}, {})})),
              HasSubstr("data type 17 is not supported"));
  ProtobufWriter doubles = onnx_tensor("a.weight", OnnxType::f64, {});
  doubles.text(10, "01234567");
  EXPECT_THAT(message_of(onnx_model({}, {doubles})), HasSubstr("its numbers are in field 10"));
}

TEST(OnnxFile, MoreOrFewerNumbersThanTheShapeSaysAreRefused) {
  EXPECT_THAT(message_of(onnx_model({}, {float_tensor("a.weight", {3}, {1, 2})})),
              HasSubstr("holds 8 bytes, but the shape [3] of F32 needs another size"));
  EXPECT_THAT(message_of(onnx_model({}, {onnx_tensor("a.weight", OnnxType::f32, {1ULL << 62, 8})})),
              HasSubstr("needs another size"));
}

TEST(OnnxFile, AFileWithoutOneGraphIsRefused) {
  EXPECT_EQ(message_of(""), "model.onnx: not an ONNX model: it has no graph");
  EXPECT_THAT(message_of(onnx_model({}, {}) + onnx_model({}, {})), HasSubstr("a second graph"));
  EXPECT_THAT(message_of(onnx_model({}, {float_tensor("a", {}, {1}), float_tensor("a", {}, {1})})),
              HasSubstr("initializer `a` stands twice"));
}

TEST(OnnxFile, AFileCutAnywhereIsRefusedOrHasNoParameter) {
  const std::string whole = onnx_model(
      {onnx_node("/l.0/d/MatMul", "MatMul", {"x", "onnx::MatMul_7"}, {"y"})},
      {float_tensor("onnx::MatMul_7", {2, 3}, kSix), raw_tensor("a.b", OnnxType::bf16, {1}, "ab")});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_EQ(error_of([&] { parse(whole.substr(0, length)); }).code(), ErrorCode::bad_input) << length;
  }
}

}  // namespace
}  // namespace marrow
