// SPDX-License-Identifier: Apache-2.0
// Gauss-Seidel sweeps over given problems, with W as a matrix and by points that move by themselves.
#include "Sofa/Mechanics/Constraint/BlockSweep.h"

#include <gtest/gtest.h>

#include <array>

#include "Sofa/Mechanics/Constraint/MatrixCompliance.h"
#include "Sofa/Mechanics/Constraint/Residual.h"

namespace sofa::mechanics {
namespace {

void fill(ComplianceMatrix& w, const Eigen::MatrixXd& dense) {
  w.reset(static_cast<int>(dense.rows()));
  for (int i = 0; i < dense.rows(); ++i)
    for (int j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) w.add(i, j, dense(i, j));
  w.finish();
}

int sweepUntilVerified(ConstraintRows& rows, ComplianceOperator& compliance, double tolerance) {
  BlockSweep sweep;
  sweep.prepare(rows, compliance);
  for (int i = 1; i < 1000; ++i)
    if (sweep.run(rows, compliance, tolerance).verified) return i;
  return 1000;
}

/// W = [2 1; 1 2], d = (-5, -3) at the free motion. Two equations have lambda = W^-1 (5, 3) = (7/3, 1/3); two contacts
/// the same, since both push.
TEST(BlockSweep, solvesTwoRowsThatActOnEachOther) {
  for (const auto kind : {ConstraintKind::equality, ConstraintKind::unilateral}) {
    ConstraintRows rows;
    for (const double d : {-5.0, -3.0}) rows.addBlock({.kind = kind}, std::array{d});
    rows.lambda.assign(2, 0.0);
    MatrixCompliance compliance;
    fill(compliance.matrix(), (Eigen::Matrix2d() << 2, 1, 1, 2).finished());
    EXPECT_LT(sweepUntilVerified(rows, compliance, 1e-12), 40) << "the error falls by 4 with each sweep";
    EXPECT_NEAR(rows.lambda[0], 7.0 / 3, 1e-11);
    EXPECT_NEAR(rows.lambda[1], 1.0 / 3, 1e-11);
    EXPECT_LT(residualOf(rows, rows.blocks(), compliance).violation, 1e-11);
  }
}

/// With d = (-5, -1) the second contact opens: lambda = (5/2, 0), and its gap is -1 + 5/2.
TEST(BlockSweep, opensContactsThatOthersPushApart) {
  ConstraintRows rows;
  for (const double d : {-5.0, -1.0}) rows.addBlock({.kind = ConstraintKind::unilateral}, std::array{d});
  rows.lambda.assign(2, 0.0);
  MatrixCompliance compliance;
  fill(compliance.matrix(), (Eigen::Matrix2d() << 2, 1, 1, 2).finished());
  sweepUntilVerified(rows, compliance, 1e-12);
  EXPECT_NEAR(rows.lambda[0], 2.5, 1e-11);
  EXPECT_EQ(rows.lambda[1], 0);
  std::array d{-1.0};
  compliance.addDisplacement(rows, rows.blocks()[1], d);
  EXPECT_NEAR(d[0], 1.5, 1e-11);
}

/// A point of 1/c kg on many contacts, as W and read off the point, has the same multipliers: the compliance of its
/// rows a and b is c n_a . n_b.
TEST(BlockSweep, readsDisplacementsOffPoints) {
  constexpr int contacts = 200;
  constexpr double c = 0.5;
  const auto direction = [](int row) { return type::Vec3(row % 3 == 0, row % 3 == 1, row % 3 == 2); };
  std::vector<JacobianBlock> jacobian;
  ConstraintRows byMatrix;
  for (int k = 0; k < contacts; ++k) {
    const double depth = -0.1 - 0.001 * k;
    byMatrix.addBlock({.kind = ConstraintKind::frictionCone, .friction = 0.3}, std::array{depth, 0.2, 0.05});
  }
  const int rows = byMatrix.rows();
  for (int row = 0; row < rows; ++row) {
    const type::Vec3 n = direction(row);
    jacobian.push_back({row, 0, {n[0], n[1], n[2]}});
  }
  byMatrix.lambda.assign(static_cast<std::size_t>(rows), 0.0);
  ConstraintRows byPoints = byMatrix;
  const Eigen::MatrixXd w =
      Eigen::MatrixXd::NullaryExpr(rows, rows, [&](auto i, auto j) { return c * (i % 3 == j % 3 ? 1.0 : 0.0); });
  MatrixCompliance matrix;
  fill(matrix.matrix(), w);
  PointwiseCompliance pointwise;
  const PointCompliance point{.linear = c};
  const PointRows pointRows{jacobian, 0};
  ASSERT_TRUE(pointwise.build(byPoints, {&point, 1}, {&pointRows, 1})) << "600 rows share one point";
  pointwise.start(byPoints);
  BlockSweep one, other;
  one.prepare(byMatrix, matrix);
  other.prepare(byPoints, pointwise);
  for (int i = 0; i < 20; ++i) {
    const double error = one.run(byMatrix, matrix, 1e-9).error;
    EXPECT_NEAR(other.run(byPoints, pointwise, 1e-9).error, error, 1e-12);
  }
  double push = 0;
  for (int row = 0; row < rows; ++row) {
    EXPECT_NEAR(byPoints.lambda[row], byMatrix.lambda[row], 1e-12) << row;
    push += row % 3 == 0 ? byMatrix.lambda[row] : 0;
  }
  EXPECT_NEAR(c * push, 0.1 + 0.001 * (contacts - 1), 1e-9) << "the deepest contact decides";
}

}  // namespace
}  // namespace sofa::mechanics
