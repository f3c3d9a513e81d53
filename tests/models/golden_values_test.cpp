// The four named models against tests/golden/models/values.json: made-up rows of 2 to 250 tokens, computed by
// BERT in double precision and, where there is an independent export, by ONNX Runtime (make.py beside it).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "io/json.h"
#include "models/model.h"
#include "tests/models/token_rows.h"
#include "tests/support/models.h"

namespace marrow {
namespace {

using test::TokenRow;

constexpr float kUnitVectorTolerance = 1e-5F;
constexpr float kTermTolerance = 1e-4F;
constexpr float kLogitTolerance = 1e-4F;

/// Row `row` of make.py.
TokenRow made_up(std::size_t length, std::size_t row, bool pair) {
  TokenRow made;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t inner = 1000 + (7919 * i + 104729 * row) % 28000;
    made.ids.push_back(static_cast<std::int32_t>(i == 0 ? 101 : i + 1 == length ? 102 : inner));
    made.types.push_back(pair && i >= length / 2 ? 1 : 0);
  }
  return made;
}

/// All rows of a model in one batch, run with the head its folder asks for.
class GoldenValues : public testing::TestWithParam<const char*> {
 protected:
  void run(bool pair) {
    golden_ =
        read_json_file(std::string(MARROW_SOURCE_DIR) + "/tests/golden/models/values.json").at(GetParam());
    std::vector<TokenRow> rows;
    for (const Json& row : golden_)
      rows.push_back(made_up(row.at("length").get<std::size_t>(), rows.size(), pair));
    batch_ = test::batch_of(rows);
    const ModelFolder folder = read_model_folder(test::model_folder(GetParam()));
    session_ = open_model(folder, head_of(folder), {.threads = 1});
    request_ = session_->make_request();
    found_ = request_->run(batch_);
  }

  std::vector<float> unit_row(std::size_t row) const {
    if (session_->output_kind() == OutputKind::token_states) return test::mean_of_tokens(found_, batch_, row);
    const auto whole = found_.subspan(row * session_->width(), session_->width());
    return test::unit_length({whole.begin(), whole.end()});
  }

  Json golden_;
  TokenBatch batch_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<InferenceRequest> request_;
  std::span<const float> found_;
};

using GoldenDense = GoldenValues;

TEST_P(GoldenDense, VectorsEqualBothOracles) {
  MARROW_REQUIRE_MODEL(GetParam());
  run(false);
  for (std::size_t row = 0; row < golden_.size(); ++row) {
    const std::vector<float> vector = unit_row(row);
    for (const char* const oracle : {"double", "onnx"}) {
      const auto expected = golden_[row].at(oracle).get<std::vector<float>>();
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(vector[i], expected[i], kUnitVectorTolerance)
            << oracle << ", row " << row << ", place " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenDense, testing::Values("all-MiniLM-L6-v2", "bge-small-en-v1.5"));

using GoldenSparse = GoldenValues;

TEST_P(GoldenSparse, TheHeaviestTermsAndTheirNumberAreTheSame) {
  MARROW_REQUIRE_MODEL(GetParam());
  run(false);
  for (std::size_t row = 0; row < golden_.size(); ++row) {
    const auto weights = found_.subspan(row * session_->width(), session_->width());
    const auto terms = golden_[row].at("best").get<std::vector<std::size_t>>();
    const auto expected = golden_[row].at("double").get<std::vector<float>>();
    for (std::size_t i = 0; i < terms.size(); ++i)
      EXPECT_NEAR(weights[terms[i]], expected[i], kTermTolerance) << "row " << row << ", term " << terms[i];
    const auto count = std::ranges::count_if(weights, [](float weight) { return weight > kTermTolerance; });
    EXPECT_NEAR(static_cast<double>(count), golden_[row].at("terms").get<double>(), 1) << "row " << row;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenSparse, testing::Values("SPLADE-tiny"));

using GoldenPair = GoldenValues;

TEST_P(GoldenPair, LogitsAreTheSame) {
  MARROW_REQUIRE_MODEL(GetParam());
  run(true);
  for (std::size_t row = 0; row < golden_.size(); ++row)
    EXPECT_NEAR(found_[row], golden_[row].at("double").at(0).get<float>(), kLogitTolerance) << "row " << row;
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenPair, testing::Values("ms-marco-MiniLM-L12-v2"));

}  // namespace
}  // namespace marrow
