// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/LinearAlgebra/Relaxation.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;
using Status = FactorResult::Status;

TEST(DiagonalInverse, divides) {
  const BlockMatrix a = randomPositive(3, 10, 2, 1);
  const Vector r = randomVector(30, 2);
  Vector z(30);
  DiagonalInverse jacobi;
  EXPECT_EQ(jacobi.factorise(a).status, Status::ok);
  ASSERT_TRUE(jacobi.apply(span(std::as_const(r)), span(z)));
  EXPECT_LT((z - (r.array() / a.dense().diagonal().array()).matrix()).norm(), 1e-15);
}

TEST(DiagonalInverse, zerosAreNamed) {
  DiagonalInverse jacobi;
  const FactorResult result = jacobi.factorise(withPattern(2, {{0}, {0}}, 2));
  EXPECT_EQ(result.status, Status::zeroPivot);
  EXPECT_EQ(result.row, 0);
  BlockMatrix a = fromDense(1, DenseMatrix::Identity(3, 3));
  a.block(1)[0] = std::nan("");
  EXPECT_EQ(jacobi.factorise(a), (FactorResult{Status::notFinite, 1, 0}));
}

TEST(BlockDiagonalInverse, invertsBlocksOfAnyMatrix) {
  for (int blockSize : {1, 2, 3, 6}) {
    BlockMatrix a = randomPositive(blockSize, 36 / blockSize, 2, 1);
    BlockDiagonalInverse blocks;
    for (int call = 0; call < 2; ++call) {
      EXPECT_EQ(blocks.factorise(a).status, Status::ok);
      const Vector r = randomVector(36, 2);
      Vector z(36);
      ASSERT_TRUE(blocks.apply(span(r), span(z)));
      for (int i = 0; i < 36; i += 3) {
        const Eigen::Vector3d expected = a.dense().block<3, 3>(i, i).inverse() * r.segment<3>(i);
        EXPECT_LT((z.segment<3>(i) - expected).norm(), 1e-13);
      }
      for (double& v : a.values()) v *= 2;
    }
  }
}

TEST(BlockDiagonalInverse, saysWhatItCannotInvert) {
  BlockDiagonalInverse blocks;
  EXPECT_THROW(blocks.factorise(fromDense(1, DenseMatrix::Identity(4, 4))), std::invalid_argument);
  BlockMatrix a = fromDense(3, DenseMatrix::Identity(9, 9));
  std::fill_n(a.block(1), 9, 1.0);
  EXPECT_EQ(blocks.factorise(a), (FactorResult{Status::zeroPivot, 3, 0}));
}

TEST(SymmetricRelaxation, knownValues) {
  const BlockMatrix a = fromDense(1, (DenseMatrix(2, 2) << 4, 1, 1, 3).finished());
  const Vector r = (Vector(2) << 1, 2).finished();
  Vector z(2);
  SymmetricRelaxation ssor;
  ssor.factorise(a);
  ASSERT_TRUE(ssor.apply(span(r), span(z)));
  EXPECT_NEAR(z[0], 0.0833333333, 1e-10);
  EXPECT_NEAR(z[1], 0.6388888889, 1e-10);
  ssor.factorise(a, 1.5);
  ssor.apply(span(r), span(z));
  EXPECT_NEAR(z[0], 0, 1e-15);
  EXPECT_NEAR(z[1], 0.5, 1e-15);
  ssor.apply(span(r), span(z), false);
  EXPECT_NEAR(z[1], 1, 1e-15);
}

TEST(SymmetricRelaxation, sweepsByScalarsWhateverTheBlocks) {
  for (int blockSize : {1, 2, 3, 6}) {
    const BlockMatrix a = randomPositive(blockSize, 20, 2, 3);
    const DenseMatrix dense = a.dense();
    const int n = a.rows();
    const double omega = 1.3;
    const Vector r = randomVector(n, 1);
    Vector expected = Vector::Zero(n), z(n);
    for (int j = n - 1; j >= 0; --j)
      expected[j] = (r[j] - dense.row(j).tail(n - j - 1).dot(expected.tail(n - j - 1))) * omega / dense(j, j);
    for (int j = 0; j < n; ++j) expected[j] -= dense.row(j).head(j).dot(expected.head(j)) * omega / dense(j, j);
    SymmetricRelaxation ssor;
    EXPECT_EQ(ssor.factorise(a, omega).status, Status::ok);
    ssor.apply(span(r), span(z), false);
    EXPECT_LT((z - expected).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace sofa::test
