// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/LinearAlgebra/IncompleteFactorisation.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;
using Kind = IncompleteFactorisation::Kind;
using Status = FactorResult::Status;

Vector applied(const IncompleteFactorisation& f, const Vector& r) {
  Vector z(r.size());
  EXPECT_TRUE(f.apply(span(r), span(z)));
  return z;
}

TEST(IncompleteFactorisation, isExactWithoutFill) {
  // A full pattern, and one whose elimination fills nothing: an arrow with its head last.
  for (int blockSize : {1, 2, 3, 6})
    for (bool full : {true, false}) {
      const int blocks = 7, n = blocks * blockSize;
      DenseMatrix dense = DenseMatrix::Random(n, n);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const int bi = i / blockSize, bj = j / blockSize;
          if (!full && bi != bj && bi != blocks - 1 && bj != blocks - 1) dense(i, j) = 0;
        }
      dense.diagonal().array() += n;
      const Vector r = randomVector(n, 1);
      IncompleteFactorisation lu(Kind::lu);
      EXPECT_EQ(lu.factorise(fromDense(blockSize, dense)).status, Status::ok);
      EXPECT_EQ(lu.shift(), 0);
      EXPECT_LT((dense * applied(lu, r) - r).norm(), 1e-12);
      const DenseMatrix symmetric = dense + dense.transpose();
      IncompleteFactorisation cholesky(Kind::cholesky);
      EXPECT_EQ(cholesky.factorise(fromDense(blockSize, symmetric)).status, Status::ok);
      EXPECT_LT((symmetric * applied(cholesky, r) - r).norm(), 1e-12);
    }
}

TEST(IncompleteFactorisation, choleskyIsSymmetricAndPositive) {
  const BlockMatrix a = implicitBeam(4, 8);
  IncompleteFactorisation f(Kind::cholesky);
  ASSERT_TRUE(f.factorise(a).usable());
  const Vector x = randomVector(a.rows(), 1), y = randomVector(a.rows(), 2);
  const double xy = x.dot(applied(f, y)), yx = y.dot(applied(f, x));
  EXPECT_NEAR(xy, yx, 1e-12 * std::abs(x.dot(applied(f, x))));
  EXPECT_GT(x.dot(applied(f, x)), 0);
}

TEST(IncompleteFactorisation, raisesTheDiagonalWhereItBreaksDown) {
  // Kershaw's matrix is positive definite, but its incomplete factor has a negative pivot.
  const BlockMatrix kershaw =
      fromDense(1, (DenseMatrix(4, 4) << 3, -2, 0, 2, -2, 3, -2, 0, 0, -2, 3, -2, 2, 0, -2, 3).finished());
  IncompleteFactorisation cholesky(Kind::cholesky);
  EXPECT_EQ(cholesky.factorise(kershaw).status, Status::ok);
  EXPECT_GT(cholesky.shift(), 0);
  EXPECT_LT(cholesky.shift(), 1);
  const Vector r = randomVector(4, 1);
  EXPECT_GT(r.dot(applied(cholesky, r)), 0);
  // A zero on the diagonal, stored or not.
  IncompleteFactorisation lu(Kind::lu);
  EXPECT_EQ(lu.factorise(fromDense(1, (DenseMatrix(2, 2) << 0, 1, 1, 0).finished())).status, Status::ok);
  EXPECT_GT(lu.shift(), 0);
  EXPECT_TRUE(applied(lu, Vector::Ones(2)).allFinite());
}

TEST(IncompleteFactorisation, saysWhatItCannotFactorise) {
  BlockMatrix a = randomPositive(3, 10, 2, 1);
  a.block(a.find(4, 4))[0] = std::nan("");
  for (Kind kind : {Kind::lu, Kind::cholesky}) {
    IncompleteFactorisation f(kind);
    EXPECT_EQ(f.factorise(a).status, Status::notFinite);
    std::vector<double> r(30), z(30);
    EXPECT_FALSE(f.apply(r, z));
  }
  IncompleteFactorisation cholesky(Kind::cholesky);
  EXPECT_FALSE(cholesky.factorise(fromDense(1, -50 * DenseMatrix::Identity(3, 3))).usable());
}

TEST(IncompleteFactorisation, emptyMatrix) {
  BlockMatrix none;
  none.setPattern(3, {0}, {}, 0);
  IncompleteFactorisation f(Kind::lu);
  EXPECT_TRUE(f.factorise(none).usable());
  EXPECT_TRUE(f.apply({}, {}));
}

}  // namespace
}  // namespace sofa::test
