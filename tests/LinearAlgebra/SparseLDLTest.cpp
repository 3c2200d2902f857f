// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;
using Status = FactorResult::Status;

constexpr Ordering allOrderings[] = {Ordering::natural, Ordering::amd, Ordering::colamd, Ordering::metis,
                                     Ordering::best};

void expectSolves(const BlockMatrix& a, SparseLDL& ldl, double tolerance = 1e-12) {
  const Vector b = randomVector(a.rows(), 3);
  Vector x = b;
  ASSERT_TRUE(ldl.solve(span(x)));
  const Vector expected = a.dense().fullPivLu().solve(b);
  EXPECT_LT((x - expected).norm(), tolerance * (1 + expected.norm()));
}

TEST(SparseLDL, positiveDefinite) {
  for (int blockSize : {1, 2, 3, 6})
    for (int n : {1, 2, 5, 40, 90})
      for (Ordering ordering : allOrderings) {
        const BlockMatrix a = randomPositive(blockSize, n, 2, n);
        SparseLDL ldl(ordering);
        EXPECT_EQ(ldl.factorise(a).status, Status::ok);
        EXPECT_TRUE(ldl.positiveDefinite());
        EXPECT_EQ(ldl.size(), a.rows());
        expectSolves(a, ldl);
      }
}

TEST(SparseLDL, negativeDefiniteAndIndefinite) {
  for (int blockSize : {1, 2, 3, 6}) {
    const BlockMatrix negative = randomSymmetric(blockSize, 50, 2, 1, [](int) { return -1.0; });
    SparseLDL ldl;
    EXPECT_EQ(ldl.factorise(negative).status, Status::ok);
    EXPECT_EQ(ldl.negativePivots(), negative.rows());
    expectSolves(negative, ldl);
    // Sylvester's law of inertia: as many negative pivots as eigenvalues; dominant rows keep the diagonal's signs.
    const BlockMatrix mixed = randomSymmetric(blockSize, 50, 2, 2, [](int row) { return row % 3 == 0 ? -1.0 : 1.0; });
    EXPECT_EQ(ldl.factorise(mixed).status, Status::ok);
    EXPECT_EQ(ldl.negativePivots(), (mixed.rows() + 2) / 3);
    EXPECT_FALSE(ldl.positiveDefinite());
    expectSolves(mixed, ldl);
  }
}

TEST(SparseLDL, knownFactors) {
  // [[4, 2], [2, 5]] = L D L^T with L21 = 1/2 and D = (4, 4).
  SparseLDL ldl(Ordering::natural);
  ldl.factorise(fromDense(1, (DenseMatrix(2, 2) << 4, 2, 2, 5).finished()));
  EXPECT_DOUBLE_EQ(ldl.pivots()[0], 4);
  EXPECT_DOUBLE_EQ(ldl.pivots()[1], 4);
  EXPECT_EQ(ldl.factorSize(), 3u);
  DenseMatrix half = (DenseMatrix(2, 1) << 2, 3).finished();
  ASSERT_TRUE(ldl.solveLower(half));
  EXPECT_DOUBLE_EQ(half(0), 2);
  EXPECT_DOUBLE_EQ(half(1), 2);
}

TEST(SparseLDL, emptySystem) {
  SparseLDL ldl;
  BlockMatrix a;
  EXPECT_EQ(ldl.factorise(a).status, Status::ok) << "without a pattern";
  a.setPattern(3, {0}, {}, 0);
  EXPECT_EQ(ldl.factorise(a).status, Status::ok);
  std::vector<double> x;
  EXPECT_TRUE(ldl.solve(x));
  DenseMatrix none(0, 3);
  EXPECT_TRUE(ldl.solve(none));
}

TEST(SparseLDL, refusesWithoutFactors) {
  SparseLDL ldl;
  std::vector<double> x = {1, 2};
  EXPECT_FALSE(ldl.solve(x));
  ldl.factorise(randomPositive(1, 3, 1, 1));
  EXPECT_FALSE(ldl.solve(x)) << "two values for three rows";
  EXPECT_EQ(x, (std::vector<double>{1, 2}));
}

TEST(SparseLDL, onlyOneTriangleIsRead) {
  for (int blockSize : {1, 3})
    for (const auto triangle : {SparseLDL::Triangle::laterRow, SparseLDL::Triangle::lower}) {
      BlockMatrix a = randomMatrix(blockSize, 30, 2, 8);
      for (int i = 0; i < a.blockRows(); ++i)
        for (int c = 0; c < blockSize; ++c) a.block(a.find(i, i))[c * (blockSize + 1)] += 20;
      SparseLDL ldl(Ordering::amd, triangle);
      ASSERT_EQ(ldl.factorise(a).status, Status::ok);
      std::vector<int> rank(a.rows());  // position of each row in the elimination; within a block as it stands
      for (int k = 0; k < a.blockRows(); ++k)
        for (int c = 0; c < blockSize; ++c) rank[ldl.eliminationOrder()[k] * blockSize + c] = k * blockSize + c;
      const DenseMatrix dense = a.dense();
      DenseMatrix symmetric = dense;
      for (int i = 0; i < a.rows(); ++i)
        for (int j = 0; j < a.rows(); ++j) {
          const bool read = triangle == SparseLDL::Triangle::lower ? i >= j : rank[i] >= rank[j];
          symmetric(i, j) = read ? dense(i, j) : dense(j, i);
        }
      const Vector b = randomVector(a.rows(), 1);
      Vector x = b;
      ldl.solve(span(x));
      EXPECT_LT((symmetric * x - b).norm(), 1e-12);
    }
}

TEST(SparseLDL, patternOfOneTriangleIsEnough) {
  const BlockMatrix a = fromDense(1, (DenseMatrix(3, 3) << 4, 0, 0, 1, 5, 0, 2, 0, 6).finished());
  SparseLDL ldl(Ordering::amd, SparseLDL::Triangle::lower);
  ASSERT_TRUE(ldl.factorise(a).usable());
  Vector x = (Vector(3) << 7, 6, 8).finished();  // the symmetric matrix times ones
  ldl.solve(span(x));
  EXPECT_LT((x - Vector::Ones(3)).norm(), 1e-14);
}

TEST(SparseLDL, zeroPivotNamesItsRow) {
  BlockMatrix a = fromDense(1, DenseMatrix::Identity(6, 6));
  a.block(4)[0] = 0;
  SparseLDL ldl;
  const FactorResult result = ldl.factorise(a);
  EXPECT_EQ(result.status, Status::zeroPivot);
  EXPECT_EQ(result.row, 4);
  EXPECT_FALSE(ldl.ready());
  std::vector<double> x(6, 1.0);
  EXPECT_FALSE(ldl.solve(x));
  a.block(4)[0] = 2;
  EXPECT_EQ(ldl.factorise(a).status, Status::ok) << "a later success makes it usable again";
  EXPECT_TRUE(ldl.solve(x));
  EXPECT_EQ(x[4], 0.5);
}

TEST(SparseLDL, singularIsSaid) {
  // Stiffness of a chain of springs without a fixed end: the last pivot is rounding.
  constexpr int n = 30;
  DenseMatrix chain = DenseMatrix::Zero(n, n);
  const Vector k = randomVector(n, 4).array() + 2.1;
  for (int i = 0; i + 1 < n; ++i) {
    chain(i, i) += k[i];
    chain(i + 1, i + 1) += k[i];
    chain(i, i + 1) = chain(i + 1, i) = -k[i];
  }
  for (Ordering ordering : allOrderings) {
    SparseLDL ldl(ordering);
    EXPECT_NE(ldl.factorise(fromDense(1, chain)).status, Status::ok);
  }
  chain(0, 0) += 1e-3;
  SparseLDL ldl;
  EXPECT_EQ(ldl.factorise(fromDense(1, chain)).status, Status::ok);
}

TEST(SparseLDL, growthIsSaid) {
  // Regular, but its first pivot is tiny: the second becomes 1 - 1e13.
  const BlockMatrix a = fromDense(1, (DenseMatrix(2, 2) << 1e-13, 1, 1, 1).finished());
  SparseLDL ldl(Ordering::natural);
  const FactorResult result = ldl.factorise(a);
  EXPECT_EQ(result.status, Status::nearlySingular);
  EXPECT_EQ(result.row, 1);
  // A saddle point, whose zero on the diagonal is no loss.
  EXPECT_EQ(ldl.factorise(fromDense(1, (DenseMatrix(2, 2) << 1e-3, 1, 1, 0).finished())).status, Status::ok);
}

TEST(SparseLDL, notANumberIsSaid) {
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    BlockMatrix a = randomPositive(3, 20, 2, 1);
    a.block(a.find(7, 7))[0] = bad;
    SparseLDL ldl;
    const FactorResult result = ldl.factorise(a);
    EXPECT_EQ(result.status, Status::notFinite);
    EXPECT_GE(result.row, 0);
    EXPECT_FALSE(ldl.ready());
  }
}

TEST(SparseLDL, symbolicFactorisationIsKept) {
  BlockMatrix a = randomPositive(3, 60, 2, 1);
  SparseLDL ldl;
  EXPECT_TRUE(ldl.analyse(a));
  EXPECT_FALSE(ldl.analyse(a));
  ldl.factorise(a);
  for (double& v : a.values()) v *= 2;
  EXPECT_FALSE(ldl.analyse(a));
  ldl.factorise(a);
  expectSolves(a, ldl);
  ldl.setOrdering(Ordering::natural);
  EXPECT_TRUE(ldl.analyse(a));
  EXPECT_FALSE(ldl.ready());
  ldl.factorise(a);
  expectSolves(a, ldl);
  const BlockMatrix other = randomPositive(2, 40, 3, 9);
  EXPECT_TRUE(ldl.analyse(other));
  ldl.factorise(other);
  expectSolves(other, ldl);
}

TEST(SparseLDL, severalRightHandSides) {
  const BlockMatrix a = implicitBeam(4, 6);
  SparseLDL ldl;
  ASSERT_TRUE(ldl.factorise(a).usable());
  for (int count : {1, 2, 8, 11}) {
    DenseMatrix b(a.rows(), count);
    for (int c = 0; c < count; ++c) b.col(c) = randomVector(a.rows(), c);
    DenseMatrix x = b;
    ASSERT_TRUE(ldl.solve(x));
    EXPECT_LT((a.dense() * x - b).norm(), 1e-10 * b.norm());
    DenseMatrix half = b;
    ASSERT_TRUE(ldl.solveLower(half));
    const Vector inverse = Eigen::Map<const Vector>(ldl.pivots().data(), a.rows()).cwiseInverse();
    const DenseMatrix product = half.transpose() * inverse.asDiagonal() * half;
    EXPECT_LT((product - b.transpose() * x).norm(), 1e-10 * product.norm());
  }
}

/// Rows that reach a corner of the beam, all of it, one that names an unknown twice, and one without entries.
TEST(SparseLDL, complianceOfSparseRows) {
  const BlockMatrix a = implicitBeam(4, 11);
  SparseRows rows;
  DenseMatrix none;
  EXPECT_FALSE(SparseLDL().addCompliance(rows, 1, none)) << "without factors";
  for (int k = 0; k < 19; ++k) {
    for (int i = 0; i < k % 5; ++i) rows.add((k * k * 31 + 7 * i) % a.rows(), 1 + i - 0.1 * k);
    if (k == 3) rows.add(rows.columns.back(), 0.5);
    rows.endRow();
  }
  DenseMatrix j = DenseMatrix::Zero(rows.rows(), a.rows());
  for (int r = 0; r < rows.rows(); ++r)
    for (int k = rows.start[r]; k < rows.start[r + 1]; ++k) j(r, rows.columns[k]) += rows.values[k];
  const DenseMatrix inverse = a.dense().inverse();
  std::vector<DenseMatrix> found;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    SparseLDL ldl;
    ASSERT_TRUE(ldl.factorise(a).usable());
    found.emplace_back(DenseMatrix::Identity(rows.rows(), rows.rows()));
    ASSERT_TRUE(ldl.addCompliance(rows, 2, found.back()));
    DenseMatrix tooSmall(1, 1);
    EXPECT_FALSE(ldl.addCompliance(rows, 2, tooSmall));
  }
  helper::setThreadCount(1);
  const DenseMatrix product = 2 * j * inverse * j.transpose();
  EXPECT_LT((found[0] - DenseMatrix::Identity(rows.rows(), rows.rows()) - product).norm(), 1e-10 * product.norm());
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

TEST(SparseLDL, elasticBeamWithFixedPoints) {
  for (Ordering ordering : {Ordering::amd, Ordering::metis}) {
    const BlockMatrix a = implicitBeam(9, 17);
    SparseLDL ldl(ordering);
    ASSERT_EQ(ldl.factorise(a).status, Status::ok);
    const Vector b = randomVector(a.rows(), 2);
    Vector x = b;
    ldl.solve(span(x));
    EXPECT_LT((product(a, x) - b).norm(), 1e-11 * b.norm());
    EXPECT_LT((x.head(243) - b.head(243)).norm(), 1e-14);  // identity rows
  }
}

TEST(SparseLDL, sameBitsForAnyNumberOfThreads) {
  const BlockMatrix a = implicitBeam(9, 33);
  const Vector b = randomVector(a.rows(), 2);
  std::vector<Vector> x;
  for (int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    SparseLDL ldl;
    ASSERT_TRUE(ldl.factorise(a).usable());
    x.push_back(b);
    ldl.solve(span(x.back()));
  }
  helper::setThreadCount(1);
  EXPECT_EQ(x[0], x[1]);
  EXPECT_EQ(x[0], x[2]);
}

}  // namespace
}  // namespace sofa::test
