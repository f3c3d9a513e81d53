#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/session.h"
#include "tests/models/onnx_builder.h"
#include "tests/models/token_rows.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::batch_of;
using test::error_of;
using test::onnx_node;
using test::onnx_value;
using test::OnnxNetwork;
using test::OnnxType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ProtobufWriter cast(std::string_view from, std::string_view to) {
  ProtobufWriter type;
  type.text(1, "to");
  type.integer(3, 1);   // float
  type.integer(20, 2);  // the attribute is an integer
  ProtobufWriter node =
      onnx_node("cast_" + std::string(from), "Cast", {std::string(from)}, {std::string(to)});
  node.message(5, type);
  return node;
}

ProtobufWriter axis(std::uint64_t value) {
  ProtobufWriter tensor = test::onnx_tensor("axis", OnnxType::i64, {1});
  tensor.packed_integers(7, std::vector<std::uint64_t>{value});
  return tensor;
}

ProtobufWriter token_input(std::string_view name, OnnxType type = OnnxType::i64) {
  return onnx_value(name, type, {0, 0});
}

/// [batch, length, 1] states: each token's id, as a float.
OnnxNetwork ids_as_states(OnnxType type = OnnxType::i64) {
  return {{cast("input_ids", "numbers"),
           onnx_node("widen", "Unsqueeze", {"numbers", "axis"}, {"last_hidden_state"})},
          {axis(2)},
          {token_input("input_ids", type)},
          {onnx_value("last_hidden_state", OnnxType::f32, {0, 0, 1})}};
}

class OnnxSession : public testing::Test {
 protected:
  std::unique_ptr<Session> open(const OnnxNetwork& network,
                                OutputKind kind = OutputKind::token_states) const {
    OnnxOptions options;
    options.path = folder_.write("model.onnx", test::onnx_model(network));
    options.output = kind;
    return open_session(options, {.threads = 1});
  }

  std::string refusal_of(const OnnxNetwork& network, OutputKind kind = OutputKind::token_states) const {
    const Error error = error_of([&] { open(network, kind); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_THAT(error.what(), HasSubstr("model.onnx"));
    return error.what();
  }

  test::TemporaryFolder folder_;
};

TEST_F(OnnxSession, IsFedOnlyTheInputsThatTheFileDeclares) {
  const auto session = open(ids_as_states());
  EXPECT_EQ(session->output_kind(), OutputKind::token_states);
  EXPECT_EQ(session->width(), 1U);
  const auto request = session->make_request();
  EXPECT_THAT(request->run(batch_of({{{3, 1, 4}}, {{1, 5}}})), ElementsAre(3, 1, 4, 1, 5, 0));
}

TEST_F(OnnxSession, TakesInputsOf32BitsTooAndInAnyOrder) {
  OnnxNetwork network = ids_as_states(OnnxType::i32);
  network.nodes = {cast("input_ids", "ids"),
                   cast("attention_mask", "mask"),
                   cast("token_type_ids", "types"),
                   onnx_node("add", "Add", {"ids", "types"}, {"sum"}),
                   onnx_node("mul", "Mul", {"sum", "mask"}, {"numbers"}),
                   onnx_node("widen", "Unsqueeze", {"numbers", "axis"}, {"last_hidden_state"})};
  network.inputs = {token_input("token_type_ids"), token_input("input_ids", OnnxType::i32),
                    token_input("attention_mask")};
  const auto session = open(network);
  const auto request = session->make_request();
  EXPECT_THAT(request->run(batch_of({{{10, 20}, {0, 1}}}, 1)), ElementsAre(10, 21, 0));
}

TEST_F(OnnxSession, AnInputThatNothingCanGiveIsRefusedByName) {
  OnnxNetwork network = ids_as_states();
  network.inputs.push_back(token_input("position_ids"));
  EXPECT_THAT(refusal_of(network), HasSubstr("wants the input `position_ids`"));
}

TEST_F(OnnxSession, FixedSizesAreRefused) {
  OnnxNetwork network = ids_as_states();
  network.inputs = {onnx_value("input_ids", OnnxType::i64, {1, 128})};
  network.outputs = {onnx_value("last_hidden_state", OnnxType::f32, {1, 128, 1})};
  EXPECT_THAT(refusal_of(network), HasSubstr("`input_ids` [1,128], expected free batch and length"));
}

TEST_F(OnnxSession, APooledOutputIsRefusedForTokenStatesWithTheReason) {
  OnnxNetwork network = ids_as_states();
  network.nodes = {cast("input_ids", "sentence_embedding")};
  network.outputs = {onnx_value("sentence_embedding", OnnxType::f32, {0, 0})};
  const std::string message = refusal_of(network);
  EXPECT_THAT(message, HasSubstr("gives `sentence_embedding`"));
  EXPECT_THAT(message, HasSubstr("a pooled output hides how it was pooled"));
}

TEST_F(OnnxSession, TokenStatesAreTakenBesideAPooledOutput) {
  OnnxNetwork network = ids_as_states();
  network.nodes.push_back(cast("input_ids", "pooler_output"));
  network.outputs.insert(network.outputs.begin(), onnx_value("pooler_output", OnnxType::f32, {0, 0}));
  EXPECT_EQ(open(network)->output_kind(), OutputKind::token_states);
}

TEST_F(OnnxSession, OfSeveralFittingOutputsTheUsualNameIsTakenElseItIsRefused) {
  OnnxNetwork network = ids_as_states();
  network.nodes.push_back(onnx_node("twice", "Add", {"last_hidden_state", "last_hidden_state"}, {"other"}));
  network.outputs.insert(network.outputs.begin(), onnx_value("other", OnnxType::f32, {0, 0, 1}));
  const auto session = open(network);
  const auto request = session->make_request();
  EXPECT_THAT(request->run(batch_of({{{3}}})), ElementsAre(3));
  network.nodes.back() = onnx_node("twice", "Add", {"last_hidden_state", "last_hidden_state"}, {"another"});
  network.outputs = {onnx_value("another", OnnxType::f32, {0, 0, 1}),
                     onnx_value("third", OnnxType::f32, {0, 0, 1})};
  network.nodes.push_back(onnx_node("thrice", "Add", {"another", "last_hidden_state"}, {"third"}));
  EXPECT_THAT(refusal_of(network),
              HasSubstr("expected one output of three axes or one called last_hidden_state"));
}

TEST_F(OnnxSession, RowsOfTextsAreTakenFromTwoAxes) {
  OnnxNetwork network = ids_as_states();
  network.nodes = {cast("input_ids", "logits")};
  network.outputs = {onnx_value("logits", OnnxType::f32, {0, 0})};
  const auto session = open(network, OutputKind::text_rows);
  EXPECT_EQ(session->output_kind(), OutputKind::text_rows);
  const auto request = session->make_request();
  EXPECT_THAT(request->run(batch_of({{{7, 8}}})), ElementsAre(7, 8));
  EXPECT_THAT(refusal_of(ids_as_states(), OutputKind::text_rows),
              HasSubstr("expected one output of two axes"));
}

TEST_F(OnnxSession, AMissingOrBrokenFileIsSaidSo) {
  OnnxOptions options;
  options.path = folder_ / "absent.onnx";
  EXPECT_EQ(error_of([&] { open_session(options); }).code(), ErrorCode::not_found);
  const std::string whole = test::onnx_model(ids_as_states());
  for (std::size_t length = 1; length < whole.size(); length += 17) {
    options.path = folder_.write("cut.onnx", std::string_view(whole).substr(0, length));
    EXPECT_EQ(error_of([&] { open_session(options); }).code(), ErrorCode::bad_input) << length;
  }
}

}  // namespace
}  // namespace marrow
