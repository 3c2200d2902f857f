// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/LinearAlgebra/DenseSolvers.h"
#include "Sofa/LinearAlgebra/SparseLU.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;
using Status = FactorResult::Status;

constexpr Ordering solverOrderings[] = {Ordering::natural, Ordering::amd, Ordering::colamd, Ordering::metis,
                                        Ordering::best};

template <class Solver>
void solvesGeneralMatrices() {
  for (int blockSize : {1, 2, 3, 6})
    for (int n : {1, 2, 25})
      for (Ordering ordering : solverOrderings) {
        BlockMatrix a = randomMatrix(blockSize, n, 2, 7);
        for (int i = 0; i < a.rows(); i += 2)  // rows without a diagonal make it exchange rows
          a.block(a.find(i / blockSize, i / blockSize))[i % blockSize * (blockSize + 1)] = a.rows() == 1 ? 3 : 0;
        Solver solver(ordering);
        for (int call = 0; call < 2; ++call) {
          ASSERT_EQ(solver.factorise(a).status, Status::ok);
          const Vector b = randomVector(a.rows(), 1);
          Vector x = b;
          ASSERT_TRUE(solver.solve(span(x)));
          EXPECT_LT((a.dense() * x - b).norm(), 1e-10 * (1 + x.norm()));
          for (double& v : a.values()) v *= -1.5;
        }
      }
}

template <class Solver>
void saysWhatItCannotSolve() {
  Solver solver;
  std::vector<double> x(3, 1.0);
  EXPECT_FALSE(solver.solve(x));
  EXPECT_NE(solver.factorise(fromDense(1, DenseMatrix::Ones(3, 3))).status, Status::ok);
  BlockMatrix a = fromDense(1, DenseMatrix::Identity(3, 3));
  a.block(1)[0] = std::nan("");
  EXPECT_EQ(solver.factorise(a).status, Status::notFinite);
  EXPECT_FALSE(solver.solve(x));
  BlockMatrix none;
  none.setPattern(1, {0}, {}, 0);
  EXPECT_EQ(solver.factorise(none).status, Status::ok);
  EXPECT_TRUE(solver.solve({}));
  EXPECT_FALSE(solver.solve(x));
  EXPECT_EQ(solver.factorise(fromDense(1, 2 * DenseMatrix::Identity(3, 3))).status, Status::ok);
  EXPECT_TRUE(solver.solve(x));
  EXPECT_EQ(x[2], 0.5);
}

TEST(SparseLU, solvesGeneralMatrices) { solvesGeneralMatrices<SparseLU>(); }
TEST(SparseLU, saysWhatItCannotSolve) { saysWhatItCannotSolve<SparseLU>(); }
TEST(SparseQR, solvesGeneralMatrices) { solvesGeneralMatrices<SparseQR>(); }
TEST(SparseQR, saysWhatItCannotSolve) { saysWhatItCannotSolve<SparseQR>(); }

TEST(SparseQR, givesALeastSquaresSolutionOfASingularSystem) {
  SparseQR qr;
  EXPECT_EQ(qr.factorise(fromDense(1, DenseMatrix::Ones(2, 2))).status, Status::nearlySingular);
  EXPECT_EQ(qr.rank(), 1);
  std::vector<double> x = {1, 3};
  ASSERT_TRUE(qr.solve(x));
  EXPECT_NEAR(x[0] + x[1], 2, 1e-14);
}

TEST(SparseLU, severalRightHandSides) {
  const BlockMatrix a = randomPositive(3, 10, 2, 1);
  SparseLU lu;
  lu.factorise(a);
  const DenseMatrix b = DenseMatrix::Random(30, 4);
  DenseMatrix x = b;
  ASSERT_TRUE(lu.solve(x));
  EXPECT_LT((a.dense() * x - b).norm(), 1e-12);
}

/// Small entries above the diagonal, that below it have no counterpart: symmetric solvers do not see them.
TEST(SparseLU, solvesMatricesThatAreNearlySymmetric) {
  for (const double difference : {0.0, 1e-17, 1e-12, 1e-3}) {
    BlockMatrix a = randomPositive(3, 10, 2, 1);
    for (int k = a.rowStart()[2]; k < a.rowStart()[3]; ++k)
      if (a.columnIndices()[k] > 2) a.block(k)[1] += difference;
    SparseLU lu;
    ASSERT_EQ(lu.factorise(a).status, Status::ok);
    const Vector b = randomVector(a.rows(), 1);
    Vector x = b;
    ASSERT_TRUE(lu.solve(span(x)));
    EXPECT_LT((a.dense() * x - b).norm(), 1e-14) << difference;
    DenseMatrix columns = b;
    ASSERT_TRUE(lu.solve(columns));
    EXPECT_LT((a.dense() * columns - b).norm(), 1e-14) << difference;
  }
}

TEST(SparseLU, symmetricMatricesNeedNotBePositive) {
  for (const double corner : {0.0, 1.0, 1e-20}) {  // in turn without a diagonal, indefinite and almost without one
    DenseMatrix dense(3, 3);
    dense << corner, 2, 0, 2, 1, 1, 0, 1, 5;
    SparseLU lu;
    for (int call = 0; call < 2; ++call) {
      ASSERT_EQ(lu.factorise(fromDense(1, dense)).status, Status::ok);
      Vector x = Vector::Ones(3);
      ASSERT_TRUE(lu.solve(span(x)));
      EXPECT_LT((dense * x - Vector::Ones(3)).norm(), 1e-14);
    }
  }
}

/// What is stored on one side of the diagonal only.
TEST(SparseLU, readsBothSidesOfTheDiagonal) {
  DenseMatrix dense = 4 * DenseMatrix::Identity(4, 4);
  dense(0, 3) = 1;
  for (const DenseMatrix& d : {dense, DenseMatrix(dense.transpose())}) {
    SparseLU lu;
    lu.factorise(fromDense(1, d));
    Vector x = Vector::Ones(4);
    ASSERT_TRUE(lu.solve(span(x)));
    EXPECT_LT((d * x - Vector::Ones(4)).norm(), 1e-15);
  }
}

TEST(DenseCholesky, readsTheLowerPart) {
  for (int n : {0, 1, 17}) {
    const BlockMatrix a = randomPositive(3, n, 2, 1);
    BlockMatrix lower = a;
    for (int i = 0; i < lower.blockRows(); ++i)
      for (int k = lower.rowStart()[i]; k < lower.rowStart()[i + 1]; ++k)
        if (lower.columnIndices()[k] > i) std::fill_n(lower.block(k), 9, 77.0);
    DenseCholesky cholesky;
    EXPECT_EQ(cholesky.factorise(lower).status, Status::ok);
    const Vector b = randomVector(a.rows(), 2);
    Vector x = b;
    EXPECT_TRUE(cholesky.solve(span(x)));
    EXPECT_LT((a.dense() * x - b).norm(), 1e-12);
  }
}

TEST(DenseCholesky, namesTheRowOfABadPivot) {
  DenseMatrix dense = DenseMatrix::Identity(5, 5);
  dense(3, 1) = dense(1, 3) = 1;  // the pivot of row 3 becomes 1 - 1
  DenseCholesky cholesky;
  EXPECT_EQ(cholesky.factorise(fromDense(1, dense)), (FactorResult{Status::zeroPivot, 3, 0}));
  dense(2, 2) = -1;
  EXPECT_EQ(cholesky.factorise(fromDense(1, dense)).row, 2);
  std::vector<double> x(5);
  EXPECT_FALSE(cholesky.solve(x));
  BlockMatrix a = fromDense(1, DenseMatrix::Identity(5, 5));
  a.block(4)[0] = std::nan("");
  EXPECT_EQ(cholesky.factorise(a), (FactorResult{Status::notFinite, 4, 0}));
}

TEST(DenseSVD, leavesOutSmallSingularValues) {
  const BlockMatrix a = fromDense(1, Vector((Vector(3) << 4, 2, 1e-3).finished()).asDiagonal());
  DenseSVD svd;
  ASSERT_TRUE(svd.factorise(a));
  EXPECT_NEAR(svd.conditionNumber(), 4000, 1e-9);
  Vector x = Vector::Ones(3);
  ASSERT_TRUE(svd.solve(span(x), 1e-6));
  EXPECT_LT((x - (Vector(3) << 0.25, 0.5, 1000).finished()).norm(), 1e-10);
  x.setOnes();
  svd.solve(span(x), 1e-3);
  EXPECT_EQ(x[2], 0) << "up to the bound, the bound included";
}

TEST(DenseSVD, generalMatrices) {
  for (int n : {0, 1, 12}) {
    const BlockMatrix a = randomMatrix(3, n, 3, 4);
    DenseSVD svd;
    ASSERT_TRUE(svd.factorise(a));
    const Vector b = randomVector(a.rows(), 2);
    Vector x = b;
    ASSERT_TRUE(svd.solve(span(x), 1e-12));
    EXPECT_LT((a.dense() * x - b).norm(), 1e-9);
  }
  EXPECT_EQ(DenseSVD().conditionNumber(), 0);
  DenseSVD svd;
  BlockMatrix a = fromDense(1, DenseMatrix::Identity(2, 2));
  a.block(0)[0] = std::nan("");
  EXPECT_FALSE(svd.factorise(a));
  std::vector<double> x(2);
  EXPECT_FALSE(svd.solve(x, 0));
}

TEST(DenseInverse, ofPositiveAndGeneralMatrices) {
  DenseMatrix inverse;
  for (const BlockMatrix& a : {randomPositive(3, 8, 2, 1), randomMatrix(2, 9, 3, 2)}) {
    ASSERT_TRUE(denseInverse(a, inverse));
    EXPECT_LT((inverse * a.dense() - DenseMatrix::Identity(a.rows(), a.rows())).norm(), 1e-11);
  }
  EXPECT_FALSE(denseInverse(fromDense(1, DenseMatrix::Ones(2, 2)), inverse));
}

}  // namespace
}  // namespace sofa::test
