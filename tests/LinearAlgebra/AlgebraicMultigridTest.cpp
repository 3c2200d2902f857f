// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/AlgebraicMultigrid.h"

#include <gtest/gtest.h>

#include "LinearAlgebra/ConjugateGradients.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/Aggregation.h"
#include "Sofa/LinearAlgebra/ChebyshevSmoother.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;
using Status = FactorResult::Status;

/// Five-point Laplacian of a square grid, for each component of the blocks.
BlockMatrix laplacian(int blockSize, int n) {
  std::vector<std::set<int>> rows(n * n);
  const auto neighbours = [&](int i, const auto& use) {
    if (i % n > 0) use(i - 1);
    if (i % n < n - 1) use(i + 1);
    if (i >= n) use(i - n);
    if (i < n * n - n) use(i + n);
  };
  for (int i = 0; i < n * n; ++i) {
    rows[i].insert(i);
    neighbours(i, [&](int j) { rows[i].insert(j); });
  }
  BlockMatrix a = withPattern(blockSize, rows, n * n);
  for (int i = 0; i < n * n; ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      for (int c = 0; c < blockSize; ++c) a.block(k)[c * (blockSize + 1)] = a.columnIndices()[k] == i ? 4 : -1;
  return a;
}

int iterations(AlgebraicMultigrid& amg, const BlockMatrix& a, const Vector& b, double tolerance = 1e-8) {
  Vector x;
  const int count = conjugateGradients(
      a, b, x, [&](const Vector& r, Vector& z) { EXPECT_TRUE(amg.apply(span(r), span(z))); }, tolerance);
  EXPECT_LT((product(a, x) - b).norm(), 2 * tolerance * b.norm());
  return count;
}

TEST(Aggregation, takesAllCoupledRows) {
  BlockMatrix a = laplacian(2, 12);
  for (int k = a.rowStart()[5]; k < a.rowStart()[6]; ++k)  // row 5 is coupled to nothing
    if (a.columnIndices()[k] != 5) {
      const int j = a.columnIndices()[k];
      std::fill_n(a.block(k), 4, 0.0);
      std::fill_n(a.block(a.find(j, 5)), 4, 0.0);
    }
  const Aggregates aggregates = aggregate(a, 0.08);
  std::vector<int> size(aggregates.count, 0);
  for (int i = 0; i < a.blockRows(); ++i) {
    EXPECT_EQ(aggregates.of[i] < 0, i == 5);
    if (i != 5) ++size.at(aggregates.of[i]);
  }
  for (int s : size) EXPECT_GE(s, 1);
  EXPECT_LT(aggregates.count, a.blockRows() / 3);
  EXPECT_EQ(aggregate(a, 0.9).count, 0) << "no coupling is that strong";
}

TEST(Aggregation, rigidMotionsCostNoEnergy) {
  std::vector<Point> points;
  const BlockMatrix k = elasticBeam(4, 6, 0, 1, &points);
  const DenseMatrix forces = k.dense() * rigidModes(points);
  // From the third layer on, no neighbour is clamped.
  EXPECT_LT(forces.bottomRows(3 * 16 * 4).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Aggregation, tentativeProlongatorHoldsTheModes) {
  std::vector<Point> points;
  const BlockMatrix a = implicitBeam(5, 9, 0.01, &points);
  const Aggregates aggregates = aggregate(a, 0.04);
  const DenseMatrix modes = rigidModes(points);
  const TentativeProlongator p = tentativeProlongator(aggregates, modes, 3);
  EXPECT_TRUE(p.unused.empty());
  const DenseMatrix dense = p.matrix.dense();
  EXPECT_LT((dense.transpose() * dense - DenseMatrix::Identity(dense.cols(), dense.cols())).norm(), 1e-12);
  const DenseMatrix fine = dense * p.coarseModes;
  for (int i = 0; i < a.blockRows(); ++i) {
    const DenseMatrix expected = (aggregates.of[i] >= 0) * modes.middleRows(3 * i, 3);
    EXPECT_LT((fine.middleRows(3 * i, 3) - expected).norm(), 1e-12);
  }
}

TEST(Aggregation, aggregatesTooSmallForTheirModes) {
  // Two points have five rigid motions: the turn about their line moves nothing.
  const std::vector<Point> points = {{0, 0, 0}, {1, 0, 0}};
  const TentativeProlongator p = tentativeProlongator({1, {0, 0}}, rigidModes(points), 3);
  EXPECT_EQ(p.unused.size(), 1u);
  EXPECT_LT((p.matrix.dense() * p.coarseModes - rigidModes(points)).norm(), 1e-12);
}

TEST(ChebyshevSmoother, estimatesTheLargestEigenvalue) {
  const BlockMatrix a = laplacian(1, 20);
  ChebyshevSmoother smoother;
  ASSERT_TRUE(smoother.setup(a).usable());
  // Eigenvalues of D^-1 A are 1 - (cos s + cos t) / 2.
  EXPECT_GT(smoother.largestEigenvalue(), 1.7);
  EXPECT_LE(smoother.largestEigenvalue(), 2.01);
}

TEST(ChebyshevSmoother, dampsRoughVectorsAndKeepsTheResidual) {
  const BlockMatrix a = laplacian(3, 16);
  ChebyshevSmoother smoother;
  ASSERT_TRUE(smoother.setup(a).usable());
  Vector x(a.rows());
  for (int i = 0; i < a.rows(); ++i) x[i] = (i / 3 + i / 3 / 16) % 2 ? 1 : -1;
  const double before = x.norm();
  Vector r = -product(a, x);
  smoother.smooth(a, 3, false, span(x), span(r));
  EXPECT_LT(x.norm(), 0.2 * before);
  EXPECT_LT((r + product(a, x)).norm(), 1e-12);
}

TEST(AlgebraicMultigrid, iterationsHardlyGrowWithTheSize) {
  const int across[] = {7, 11, 15};
  std::vector<int> step, rest;
  for (int n : across) {
    std::vector<Point> points;
    for (bool still : {false, true}) {
      const int along = 4 * (n - 1) + 1;
      const BlockMatrix a = still ? elasticBeam(n, along, 0, 1, &points) : implicitBeam(n, along, 0.02, &points);
      AlgebraicMultigrid amg;
      ASSERT_EQ(amg.setup(a, points).status, Status::ok);
      EXPECT_GE(amg.levels(), 2);
      EXPECT_LT(amg.operatorComplexity(), 1.6);
      (still ? rest : step).push_back(iterations(amg, a, bendingLoad(n, along)));
    }
  }
  EXPECT_LE(step[2], 18);
  EXPECT_LE(step[2], step[0] + 4);
  EXPECT_LE(rest[2], 28);
  EXPECT_LE(rest[2], rest[0] + 8);
}

TEST(AlgebraicMultigrid, isSymmetricAndPositive) {
  std::vector<Point> points;
  const BlockMatrix a = implicitBeam(7, 13, 0.01, &points);
  AlgebraicMultigrid amg;
  ASSERT_TRUE(amg.setup(a, points).usable());
  ASSERT_GE(amg.levels(), 2);
  const Vector x = randomVector(a.rows(), 1), y = randomVector(a.rows(), 2);
  Vector mx(a.rows()), my(a.rows());
  amg.apply(span(x), span(mx));
  amg.apply(span(y), span(my));
  EXPECT_NEAR(x.dot(my), y.dot(mx), 1e-11 * x.dot(mx));
  EXPECT_GT(x.dot(mx), 0);
}

TEST(AlgebraicMultigrid, constantsWhereNoPointsAreGiven) {
  for (int blockSize : {1, 2, 3, 6}) {
    const BlockMatrix a = laplacian(blockSize, 60);
    AlgebraicMultigrid amg;
    ASSERT_TRUE(amg.setup(a).usable());
    EXPECT_GE(amg.levels(), 2);
    EXPECT_LE(iterations(amg, a, randomVector(a.rows(), 1)), 25);
  }
}

TEST(AlgebraicMultigrid, negativeDefiniteToo) {
  BlockMatrix a = laplacian(1, 60);
  for (double& v : a.values()) v = -v;
  AlgebraicMultigrid amg;
  ASSERT_TRUE(amg.setup(a).usable());
  EXPECT_LE(iterations(amg, a, randomVector(a.rows(), 1)), 25);
}

TEST(AlgebraicMultigrid, newValuesKeepTheLevels) {
  std::vector<Point> points;
  BlockMatrix a = implicitBeam(7, 13, 0.01, &points);
  AlgebraicMultigrid amg;
  amg.setup(a, points);
  const BlockMatrix other = implicitBeam(7, 13, 0.02);
  std::ranges::copy(other.values(), a.values().begin());
  ASSERT_TRUE(amg.setup(a, points).usable());
  EXPECT_LE(iterations(amg, a, bendingLoad(7, 13)), 18);
  for (double& v : a.values()) v *= 1e6;  // a solution scales, and so must every level
  ASSERT_TRUE(amg.setup(a, points).usable());
  EXPECT_LE(iterations(amg, a, bendingLoad(7, 13)), 18);
  amg.reset();
  EXPECT_EQ(amg.levels(), 0);
  ASSERT_TRUE(amg.setup(laplacian(2, 40)).usable()) << "another pattern";
  EXPECT_EQ(amg.rows(0), 3200);
}

TEST(AlgebraicMultigrid, smallSystemsAreSolvedExactly) {
  for (int n : {0, 1, 2, 10}) {
    const BlockMatrix a = laplacian(3, n);
    AlgebraicMultigrid amg;
    ASSERT_EQ(amg.setup(a).status, Status::ok);
    EXPECT_EQ(amg.levels(), 1);
    const Vector r = randomVector(a.rows(), 1);
    Vector z(a.rows());
    ASSERT_TRUE(amg.apply(span(r), span(z)));
    EXPECT_LT((product(a, z) - r).norm(), 1e-12);
  }
}

TEST(AlgebraicMultigrid, rowsWithoutCoupling) {
  DenseMatrix dense = DenseMatrix::Identity(1000, 1000) * 5;
  const BlockMatrix a = fromDense(1, dense);
  AlgebraicMultigrid amg;
  ASSERT_TRUE(amg.setup(a).usable());
  EXPECT_EQ(amg.levels(), 1);
  EXPECT_LE(iterations(amg, a, randomVector(1000, 1)), 2);
}

TEST(AlgebraicMultigrid, saysWhatItCannotTake) {
  AlgebraicMultigrid amg;
  std::vector<double> r(3), z(3);
  EXPECT_FALSE(amg.apply(r, z));
  const std::vector<Point> points(5);
  EXPECT_THROW(amg.setup(laplacian(3, 4), points), std::invalid_argument);
  EXPECT_THROW(amg.setup(laplacian(1, 4), std::vector<Point>(16)), std::invalid_argument);
  EXPECT_THROW(amg.setup(withPattern(1, {{0}}, 2)), std::invalid_argument);
  BlockMatrix a = laplacian(3, 40);
  *a.block(a.find(7, 7)) = std::nan("");
  const FactorResult result = amg.setup(a);
  EXPECT_EQ(result.status, Status::notFinite);
  EXPECT_EQ(result.row, 21);
  EXPECT_FALSE(amg.apply(r, z));
  std::fill_n(a.block(a.find(7, 7)), 9, 0.0);
  EXPECT_EQ(amg.setup(a).status, Status::zeroPivot);
}

TEST(AlgebraicMultigrid, sameBitsForAnyNumberOfThreads) {
  std::vector<Point> points;
  const BlockMatrix a = implicitBeam(11, 41, 0.01, &points);
  const Vector r = randomVector(a.rows(), 1);
  std::vector<Vector> z(3, Vector(a.rows()));
  for (int i = 0; i < 3; ++i) {
    helper::setThreadCount(1 << i);
    AlgebraicMultigrid amg;
    ASSERT_TRUE(amg.setup(a, points).usable());
    amg.apply(span(r), span(z[i]));
  }
  helper::setThreadCount(1);
  EXPECT_EQ(z[0], z[1]);
  EXPECT_EQ(z[0], z[2]);
}

}  // namespace
}  // namespace sofa::test
