// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/LinearAlgebra/BlockTridiagonal.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;
using Status = FactorResult::Status;

BlockMatrix chain(int blockSize, int length) {
  std::vector<std::set<int>> rows(length);
  for (int i = 0; i < length; ++i)
    for (int j = std::max(0, i - 1); j <= std::min(length - 1, i + 1); ++j) rows[i].insert(j);
  BlockMatrix a = withPattern(blockSize, rows, length);
  const Vector values = randomVector(static_cast<int>(a.values().size()), 2);
  std::copy(values.begin(), values.end(), a.values().begin());
  for (int i = 0; i < length; ++i)
    for (int c = 0; c < blockSize; ++c) a.block(a.find(i, i))[c * (blockSize + 1)] += 10;
  return a;
}

TEST(BlockTridiagonal, solves) {
  for (int blockSize : {1, 2, 3, 6})
    for (int length : {0, 1, 2, 30}) {
      const BlockMatrix a = chain(blockSize, length);
      BlockTridiagonal solver;
      EXPECT_EQ(solver.factorise(a).status, Status::ok);
      EXPECT_EQ(solver.ignoredBlocks(), 0);
      const Vector b = randomVector(a.rows(), 3);
      Vector x = b;
      EXPECT_TRUE(solver.solve(span(x)));
      EXPECT_LT((a.dense() * x - b).norm(), 1e-12);
    }
}

TEST(BlockTridiagonal, countsWhatItDoesNotRead) {
  BlockTridiagonal solver;
  solver.factorise(fromDense(1, (DenseMatrix(3, 3) << 4, 1, 1, 1, 4, 1, 1, 1, 4).finished()));
  EXPECT_EQ(solver.ignoredBlocks(), 2);
}

TEST(BlockTridiagonal, singularBlocksAreSaid) {
  BlockMatrix a = chain(3, 4);
  std::fill_n(a.block(a.find(0, 0)), 9, 1.0);
  BlockTridiagonal solver;
  const FactorResult result = solver.factorise(a);
  EXPECT_EQ(result.status, Status::zeroPivot);
  EXPECT_EQ(result.row, 1);
  std::vector<double> x(12, 1.0);
  EXPECT_FALSE(solver.solve(x));
  a.block(a.find(2, 2))[4] = std::nan("");
  *a.block(a.find(0, 0)) = 20;
  a.block(a.find(0, 0))[4] = 30;
  EXPECT_EQ(solver.factorise(a).status, Status::notFinite);
}

}  // namespace
}  // namespace sofa::test
