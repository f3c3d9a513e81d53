#include "core/simd.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace marrow {
namespace {

/// The definition in simd.h, one operation at a time.
float inner_product_twin(std::span<const float> row, std::span<const float> query) {
  std::array<float, 32> sums{};
  for (std::size_t i = 0; i < query.size(); ++i) sums[i % 32] = std::fma(row[i], query[i], sums[i % 32]);
  for (std::size_t width = 16; width > 0; width /= 2) {
    for (std::size_t i = 0; i < width; ++i) sums[i] += sums[i + width];
  }
  return sums[0];
}

struct Problem {
  std::size_t rows;
  std::size_t dimension;
  std::size_t stride;
  std::vector<float> matrix;
  std::vector<float> query;

  std::span<const float> row(std::size_t i) const { return {matrix.data() + i * stride, dimension}; }
  std::vector<float> products(const SimdKernels& kernels) const {
    std::vector<float> out(rows, -1.0F);
    kernels.inner_products(matrix, stride, query, out);
    return out;
  }
};

/// Values of very different sizes and signs, so that another order of summation shows.
float random_value(std::mt19937& random) {
  const float size = std::ldexp(1.0F, static_cast<int>(random() % 12) - 6);
  return (static_cast<float>(random() % 2001) / 1000.0F - 1.0F) * size;
}

Problem random_problem(std::mt19937& random, std::size_t rows, std::size_t dimension) {
  const std::size_t stride = dimension + random() % 20;
  Problem problem{rows, dimension, stride, {}, {}};
  for (std::size_t i = 0; i < rows * stride; ++i) problem.matrix.push_back(random_value(random));
  for (std::size_t i = 0; i < dimension; ++i) problem.query.push_back(random_value(random));
  return problem;
}

class SimdKernelsOf : public testing::TestWithParam<SimdKernels> {};

INSTANTIATE_TEST_SUITE_P(InstructionSets, SimdKernelsOf,
                         testing::ValuesIn(available_simd_kernels().begin(), available_simd_kernels().end()),
                         [](const auto& kernels) { return std::string(kernels.param.instruction_set); });

constexpr std::array<std::size_t, 14> kDimensions{0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 100, 384, 768};

TEST_P(SimdKernelsOf, AFusedSetGivesTheDefinitionToTheLastBit) {
  if (!GetParam().fused) return;
  std::mt19937 random(31);
  for (const std::size_t dimension : kDimensions) {
    for (std::size_t rows = 0; rows < 10; ++rows) {
      const Problem problem = random_problem(random, rows, dimension);
      const auto products = problem.products(GetParam());
      for (std::size_t i = 0; i < rows; ++i) {
        EXPECT_EQ(std::bit_cast<std::uint32_t>(products[i]),
                  std::bit_cast<std::uint32_t>(inner_product_twin(problem.row(i), problem.query)))
            << "row " << i << " of " << rows << ", dimension " << dimension;
      }
    }
  }
}

TEST_P(SimdKernelsOf, IsWithinRoundingOfTheSumInDouble) {
  std::mt19937 random(32);
  for (const std::size_t dimension : kDimensions) {
    const Problem problem = random_problem(random, 9, dimension);
    const auto products = problem.products(GetParam());
    for (std::size_t i = 0; i < problem.rows; ++i) {
      double sum = 0.0;
      double magnitude = 0.0;
      for (std::size_t j = 0; j < dimension; ++j) {
        const double product = static_cast<double>(problem.row(i)[j]) * problem.query[j];
        sum += product;
        magnitude += std::abs(product);
      }
      // Each product passes dimension / 32 additions and 5 more, and its own rounding.
      const double rounding = std::ldexp(1.0, -24) * (static_cast<double>(dimension) / 32 + 7);
      EXPECT_NEAR(products[i], sum, magnitude * rounding) << "dimension " << dimension;
    }
  }
}

TEST_P(SimdKernelsOf, ARowsResultDoesNotDependOnItsNeighbours) {
  std::mt19937 random(33);
  const Problem together = random_problem(random, 11, 100);
  const auto products = together.products(GetParam());
  for (std::size_t i = 0; i < together.rows; ++i) {
    std::array<float, 1> alone{};
    GetParam().inner_products(together.row(i), together.stride, together.query, alone);
    EXPECT_EQ(alone[0], products[i]);
  }
}

TEST(SimdKernels, TheBestIsTheFirstAndABaselineOrNeonIsAlwaysThere) {
  const auto available = available_simd_kernels();
  ASSERT_FALSE(available.empty());
  EXPECT_EQ(&simd_kernels(), &available.front());
  const auto last = available.back().instruction_set;
  EXPECT_TRUE(last == "baseline" || last == "neon") << last;
}

}  // namespace
}  // namespace marrow
