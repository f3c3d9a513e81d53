#include "models/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using ::testing::HasSubstr;

Tensor zeros(TensorShape shape) {
  const std::size_t count = *byte_count(shape, ElementType::u8);
  return make_tensor(std::move(shape), std::vector<float>(count));
}

/// A builder with the values that most tests need.
struct Values {
  GraphBuilder graph;
  ValueId ids = graph.input(GraphInput::ids);
  ValueId mask = graph.input(GraphInput::mask);
  ValueId table = graph.weight("table", zeros({7, 4}));
  ValueId states = graph.gather(table, ids);  // [batch, length, 4]
  ValueId vector = graph.weight("vector", zeros({4}));
  ValueId bias = graph.attention_bias(mask);
  ValueId first = graph.drop_length(graph.first_token(states));  // [batch, 4]

  Graph build(ValueId output) && { return std::move(graph).build(output); }
};

std::string shape_after(ValueId (*step)(Values&)) {
  Values values;
  const ValueId id = step(values);
  const Graph graph = std::move(values).build(values.states);
  return to_text(graph.nodes()[index_of(id)].shape);
}

std::string refusal_of(ValueId (*step)(Values&)) {
  Values values;
  const Error error = error_of([&] { step(values); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  return error.what();
}

TEST(Graph, EachOperationSaysTheShapeOfWhatItComputes) {
  EXPECT_EQ(shape_after([](Values& v) { return v.ids; }), "[batch, length]");
  EXPECT_EQ(shape_after([](Values& v) { return v.states; }), "[batch, length, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.leading_rows(v.table); }), "[length, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.add(v.states, v.graph.leading_rows(v.table)); }),
            "[batch, length, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.linear(v.states, v.table); }), "[batch, length, 7]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.layer_norm(v.first, v.vector, v.vector, 1e-5F); }),
            "[batch, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.gelu(v.states); }), "[batch, length, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.bias; }), "[batch, 1, 1, length]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.split_heads(v.states, 2); }), "[batch, 2, length, 2]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.merge_heads(v.graph.split_heads(v.states, 2)); }),
            "[batch, length, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.first_token(v.states); }), "[batch, 1, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.first; }), "[batch, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.fill_padding(v.states, v.mask); }),
            "[batch, length, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.max_over_length(v.states); }), "[batch, 4]");
  EXPECT_EQ(shape_after([](Values& v) { return v.graph.concatenate({v.first, v.first}); }), "[batch, 8]");
}

TEST(Graph, AttentionFromOnePositionKeepsThatPosition) {
  EXPECT_EQ(shape_after([](Values& v) {
              const ValueId all = v.graph.split_heads(v.states, 2);
              const ValueId one = v.graph.split_heads(v.graph.first_token(v.states), 2);
              return v.graph.attention(one, all, all, v.bias);
            }),
            "[batch, 2, 1, 2]");
}

TEST(Graph, ARefusalNamesOperationWeightAndShapes) {
  EXPECT_EQ(refusal_of([](Values& v) {
              return v.graph.linear(v.states, v.graph.weight("wide", zeros({3, 5})));
            }),
            "graph: linear cannot take [batch, length, 4], `wide` [3, 5]");
  EXPECT_EQ(refusal_of([](Values& v) { return v.graph.gather(v.table, v.states); }),
            "graph: gather cannot take `table` [7, 4], [batch, length, 4]");
  EXPECT_EQ(refusal_of([](Values& v) { return v.graph.relu(v.ids); }),
            "graph: relu cannot take int32 [batch, length]");
}

TEST(Graph, EveryOperationRefusesShapesItIsNotFor) {
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.leading_rows(v.vector); }),
              HasSubstr("leading_rows"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.add(v.vector, v.states); }), HasSubstr("add"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.add(v.ids, v.mask); }), HasSubstr("add"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.layer_norm(v.states, v.table, v.vector, 1e-5F); }),
              HasSubstr("layer_norm"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.attention_bias(v.states); }),
              HasSubstr("attention_bias"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.split_heads(v.states, 3); }),
              HasSubstr("split_heads"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.split_heads(v.states, 0); }),
              HasSubstr("split_heads"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.merge_heads(v.states); }), HasSubstr("merge_heads"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.first_token(v.first); }), HasSubstr("first_token"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.drop_length(v.states); }), HasSubstr("drop_length"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.fill_padding(v.states, v.states); }),
              HasSubstr("fill_padding"));
  EXPECT_THAT(refusal_of([](Values& v) { return v.graph.max_over_length(v.first); }),
              HasSubstr("max_over_length"));
  EXPECT_THAT(refusal_of([](Values& v) {
                return v.graph.concatenate({v.first, v.states});
              }),
              HasSubstr("concatenate"));
  EXPECT_THAT(refusal_of([](Values& v) {
                const ValueId heads = v.graph.split_heads(v.states, 2);
                return v.graph.attention(heads, heads, v.graph.split_heads(v.states, 4), v.bias);
              }),
              HasSubstr("attention"));
}

TEST(Graph, TheOutputDecidesKindAndWidth) {
  Values states;
  const Graph by_token = std::move(states).build(states.states);
  EXPECT_EQ(by_token.output_kind(), OutputKind::token_states);
  EXPECT_EQ(by_token.width(), 4U);
  Values first;
  const Graph by_text = std::move(first).build(first.first);
  EXPECT_EQ(by_text.output_kind(), OutputKind::text_rows);
  Values other;
  EXPECT_THAT(
      error_of([&] { std::move(other).build(other.bias); }).what(),
      HasSubstr("the output is [batch, 1, 1, length], expected [batch, length, width] or [batch, width]"));
}

TEST(Graph, TheTablesDecideTheLimits) {
  Values values;
  const ValueId types = values.graph.weight("types", zeros({2, 4}));
  const ValueId short_table = values.graph.weight("positions", zeros({5, 4}));
  values.graph.gather(types, values.graph.input(GraphInput::types));
  values.graph.leading_rows(short_table);
  const Graph graph = std::move(values).build(values.states);
  EXPECT_EQ(graph.limits().vocabulary, 7U);
  EXPECT_EQ(graph.limits().types, 2U);
  EXPECT_EQ(graph.limits().length, 5U);
}

}  // namespace
}  // namespace marrow
