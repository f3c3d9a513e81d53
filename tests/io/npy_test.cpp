#include "io/npy.h"

#include <gtest/gtest.h>

#include "tests/support/npy.h"

namespace marrow {
namespace {

TEST(Npy, TheHeaderIsNumPysToTheByte) {
  // numpy 2.4.6: io.BytesIO() of np.save(np.zeros((2, 3), np.float32)), its first 128 bytes
  std::string expected = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  expected.resize(117, ' ');
  EXPECT_EQ(npy_header(2, 3), std::string("\x93NUMPY\x01\x00v\x00", 10) + expected + '\n');
}

TEST(Npy, ValuesBeginAtAMultipleOf64) {
  for (std::size_t rows = 1; rows < 10'000'000'000U; rows = rows * 7 + 3) {
    EXPECT_EQ(npy_header(rows, 384).size() % 64, 0U);
  }
}

TEST(Npy, WhatIsWrittenReadsBack) {
  const std::vector<float> values{1.5F, -2.0F, 0.0F, 3.25F};
  std::string bytes = npy_header(2, 2);
  bytes.append(reinterpret_cast<const char*>(values.data()), 16);
  const test::FloatMatrix matrix = test::parse_npy(bytes);
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 2U);
  EXPECT_EQ(matrix.values, values);
}

}  // namespace
}  // namespace marrow
