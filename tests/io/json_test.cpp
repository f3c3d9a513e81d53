#include "io/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/support/errors.h"

namespace marrow {
namespace {

using test::error_of;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Json, AProblemIsNamedByLineAndColumn) {
  const Error error = error_of([] { parse_json("{\n  \"a\": ]\n}", "b.json"); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(),
              StartsWith("b.json:2:8: not JSON: syntax error while parsing value - unexpected ']'"));
}

TEST(Json, ANumberTooLargeForADoubleIsABadInput) {
  const Error error = error_of([] { parse_json("{\"a\": 1e999}", "b.json"); });
  EXPECT_EQ(error.code(), ErrorCode::bad_input);
  EXPECT_THAT(error.what(), HasSubstr("b.json: a number is too large"));
}

TEST(Json, RepeatedKeysAndDeepNestingAreRefused) {
  EXPECT_THAT(error_of([] { parse_json(R"({"a":1,"a":2})", "b.json"); }).what(),
              HasSubstr("key `a` stands twice"));
  EXPECT_THAT(error_of([] { parse_json(std::string(100'000, '['), "b.json"); }).what(),
              HasSubstr("nested deeper than 200"));
}

TEST(Json, ANulByteIsNoEndOfTheText) {
  EXPECT_STREQ(error_of([] { parse_json(std::string("{}\n\0x", 5), "b.json"); }).what(),
               "b.json:2:1: not JSON: a NUL byte");
  EXPECT_EQ(find_json_problem(std::string("{}\0", 3))->offset, 2U);
  EXPECT_EQ(find_json_problem(std::string("{,\0", 3))->offset, 1U) << "the first problem, not the NUL";
}

TEST(Json, FindsTheFirstProblemOrNone) {
  EXPECT_FALSE(find_json_problem("{\"a\": 1}"));
  const auto problem = find_json_problem("{\"a\": 1,}");
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->offset, 8U);
  EXPECT_LT(find_json_problem("\"" + std::string(100'000, 'x'))->message.size(), 300U);
}

TEST(Json, NumbersThatAreNotFiniteAreNeverWritten) {
  EXPECT_EQ(error_of([] {
              to_text(Json{{"a", std::numeric_limits<double>::quiet_NaN()}});
            }).code(),
            ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace marrow
