// SPDX-License-Identifier: Apache-2.0
// How far multipliers are from the laws of their blocks.
#include "Sofa/Mechanics/Constraint/Residual.h"

#include <gtest/gtest.h>

namespace sofa::mechanics {
namespace {

/// W = 0.5 on the diagonal.
class HalfCompliance final : public ComplianceOperator {
 public:
  void diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const override {
    w = 0.5 * linearalgebra::DenseMatrix::Identity(block.rows, block.rows);
  }
  void addDisplacement(const ConstraintRows& problem, const ConstraintBlock& block,
                       std::span<double> d) const override {
    for (int i = 0; i < block.rows; ++i) d[i] += 0.5 * problem.lambda[block.firstRow + i];
  }
};

/// Of one block whose violation under the multipliers is d.
Residual residualAt(ConstraintBlock block, std::vector<double> d, const std::vector<double>& lambda) {
  ConstraintRows problem;
  for (std::size_t i = 0; i < d.size(); ++i) d[i] -= 0.5 * lambda[i];
  problem.addBlock(block, d);
  problem.lambda = lambda;
  return residualOf(problem, problem.blocks(), HalfCompliance());
}

TEST(Residual, ofEqualitiesIsTheirViolation) {
  const auto r = residualAt({.kind = ConstraintKind::equality}, {0.1, -0.3}, {5, -7});
  EXPECT_NEAR(r.violation, 0.3, 1e-15);
  EXPECT_EQ(r.force, 0);
}

TEST(Residual, ofContactsIsPenetrationAndForceAcrossGaps) {
  const ConstraintBlock contact{.kind = ConstraintKind::unilateral};
  EXPECT_NEAR(residualAt(contact, {-0.2}, {3}).violation, 0.2, 1e-15);
  EXPECT_NEAR(residualAt(contact, {-0.2}, {3}).force, 0, 1e-15);
  EXPECT_NEAR(residualAt(contact, {0.2}, {3}).violation, 0, 1e-15);
  EXPECT_NEAR(residualAt(contact, {0.2}, {3}).force, 0.4, 1e-15);  // by 0.4 less the gap were closed
  EXPECT_NEAR(residualAt(contact, {7}, {3}).force, 3, 1e-15);      // the whole force is too much
  EXPECT_NEAR(residualAt(contact, {0}, {-3}).force, 3, 1e-15);     // pulls
  EXPECT_NEAR(residualAt(contact, {7}, {0}).force, 0, 1e-15);
}

TEST(Residual, ofFrictionIsForceOutOfTheConeOrNotAgainstTheSlip) {
  const ConstraintBlock cone{.kind = ConstraintKind::frictionCone, .friction = 0.5};
  EXPECT_NEAR(residualAt(cone, {0, 0, 0}, {2, 0.6, -0.8}).force, 0, 1e-15);
  EXPECT_NEAR(residualAt(cone, {0, 0, 0}, {2, 3, 4}).force, 4, 1e-14);        // 5 where 1 is allowed
  EXPECT_NEAR(residualAt(cone, {0, 0.1, 0}, {2, 0.3, 0}).force, 0.2, 1e-15);  // slips where it could hold
  EXPECT_NEAR(residualAt(cone, {0, 3, 4}, {2, -0.6, -0.8}).force, 0, 1e-15);  // slips against full friction
  EXPECT_NEAR(residualAt(cone, {0, 3, 4}, {2, 0.6, 0.8}).force, 2, 1e-14);    // friction drives it
  EXPECT_NEAR(residualAt(cone, {-0.1, 0, 0}, {2, 0, 0}).violation, 0.1, 1e-15);
}

TEST(Residual, ofBoundedRowsIsForceInside) {
  const ConstraintBlock stop{.kind = ConstraintKind::bounded, .lower = -1, .upper = 2};
  EXPECT_NEAR(residualAt(stop, {2.5}, {-1}).violation, 0.5, 1e-15);
  EXPECT_NEAR(residualAt(stop, {2}, {-1}).force, 0, 1e-15);
  EXPECT_NEAR(residualAt(stop, {1.9}, {-1}).force, 0.2, 1e-14);
  EXPECT_NEAR(residualAt(stop, {2}, {1}).force, 1, 1e-15);  // holds it at the wrong end
  EXPECT_NEAR(residualAt(stop, {0}, {0}).force, 0, 1e-15);
}

}  // namespace
}  // namespace sofa::mechanics
