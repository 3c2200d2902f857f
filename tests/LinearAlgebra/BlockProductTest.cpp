// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockProduct.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;

/// Rectangular, with empty rows.
BlockMatrix rectangular(int blockSize, int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::set<int>> pattern(rows);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < i % 4; ++k) pattern[i].insert(static_cast<int>(random() % columns));
  BlockMatrix a = withPattern(blockSize, pattern, columns);
  for (double& v : a.values()) v = std::uniform_real_distribution<double>(-1, 1)(random);
  return a;
}

TEST(BlockProduct, isThatOfDenseMatrices) {
  for (int blockSize : {1, 2, 3, 6}) {
    BlockMatrix a = rectangular(blockSize, 20, 13, 1), c;
    const BlockMatrix b = rectangular(blockSize, 13, 9, 2);
    BlockProduct product;
    product.compute(a, b, c);
    EXPECT_LT((c.dense() - a.dense() * b.dense()).norm(), 1e-13);
    const std::size_t version = c.patternVersion();
    for (double& v : a.values()) v += 0.5;
    product.compute(a, b, c);
    EXPECT_EQ(c.patternVersion(), version);
    EXPECT_LT((c.dense() - a.dense() * b.dense()).norm(), 1e-13);
  }
}

TEST(AddProduct, addsIntoALargerPatternWithOffsets) {
  const BlockMatrix a = rectangular(3, 6, 5, 1), b = rectangular(3, 5, 6, 2);
  BlockMatrix full = fromDense(3, DenseMatrix::Ones(24, 27));
  for (int call = 0; call < 2; ++call) {
    DenseMatrix expected = full.dense();
    expected.block(6, 3, 18, 18) -= 2 * a.dense() * b.dense();
    addProduct(a, b, full, 2, 1, -2);
    EXPECT_LT((full.dense() - expected).norm(), 1e-13);
  }
}

TEST(AddMatrix, addsAtAnOffset) {
  const BlockMatrix a = rectangular(2, 4, 3, 1);
  BlockMatrix full = fromDense(2, DenseMatrix::Ones(12, 10));
  DenseMatrix expected = full.dense();
  expected.block(4, 2, 8, 6) += a.dense();
  addMatrix(a, full, 2, 1);
  EXPECT_EQ(full.dense(), expected);
}

TEST(AddMatrix, addsSmallBlocksToLargerOnes) {
  for (int ratio : {2, 3, 6}) {
    const BlockMatrix a = rectangular(6 / ratio, 4 * ratio, 3 * ratio, 1);
    BlockMatrix full = fromDense(6, DenseMatrix::Ones(36, 30));
    DenseMatrix expected = full.dense();
    expected.block(12, 6, 24, 18) += a.dense();
    addMatrix(a, full, 2, 1);
    EXPECT_EQ(full.dense(), expected) << ratio;
  }
}

TEST(JoinBlocks, namesEachLargeBlockOnce) {
  std::vector<std::pair<int, int>> blocks = {{5, 1}, {0, 2}, {3, 0}, {0, 0}, {4, 2}};
  joinBlocks(blocks, 1);
  EXPECT_EQ(blocks.size(), 5u);
  joinBlocks(blocks, 3);
  EXPECT_EQ(blocks, (std::vector<std::pair<int, int>>{{0, 0}, {1, 0}}));
}

TEST(BlockProduct, saysWhatDoesNotFit) {
  const BlockMatrix a = fromDense(1, DenseMatrix::Ones(3, 2));
  BlockMatrix c;
  BlockProduct product;
  EXPECT_THROW(product.compute(a, a, c), std::invalid_argument);
  EXPECT_THROW(product.compute(a, fromDense(2, DenseMatrix::Ones(4, 4)), c), std::invalid_argument);
}

TEST(BlockProduct, emptyMatrices) {
  BlockMatrix none, c;
  none.setPattern(3, {0}, {}, 0);
  BlockProduct().compute(none, none, c);
  EXPECT_EQ(c.blockRows(), 0);
}

TEST(BlockTranspose, movesBlocksAndTransposesThem) {
  for (int blockSize : {1, 2, 3, 6}) {
    BlockMatrix a = rectangular(blockSize, 11, 7, 3), t;
    BlockTranspose transpose;
    for (int call = 0; call < 2; ++call) {
      transpose.compute(a, t);
      EXPECT_EQ(t.dense(), a.dense().transpose());
      for (double& v : a.values()) v *= -3;
    }
  }
}

TEST(CongruenceProduct, isThatOfDenseMatrices) {
  const BlockMatrix j = rectangular(3, 20, 6, 4), k = randomMatrix(3, 20, 2, 5);
  const DenseMatrix expected = j.dense().transpose() * k.dense() * j.dense();
  BlockMatrix c;
  CongruenceProduct product;
  product.compute(j, k, c);
  EXPECT_LT((c.dense() - expected).norm(), 1e-12);
}

TEST(CongruenceProduct, sameBitsForAnyNumberOfThreads) {
  const BlockMatrix j = rectangular(3, 2000, 500, 4), k = randomMatrix(3, 2000, 4, 5);
  std::vector<BlockMatrix> c(3);
  for (int i = 0; i < 3; ++i) {
    helper::setThreadCount(1 << i);
    CongruenceProduct().compute(j, k, c[i]);
  }
  helper::setThreadCount(1);
  for (int i = 1; i < 3; ++i) EXPECT_TRUE(std::ranges::equal(c[0].values(), c[i].values()));
}

}  // namespace
}  // namespace sofa::test
