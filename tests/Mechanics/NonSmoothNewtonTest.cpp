// SPDX-License-Identifier: Apache-2.0
// Newton steps on the laws of constraints, of given problems.
#include "Sofa/Mechanics/Constraint/NonSmoothNewton.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace sofa::mechanics {
namespace {

/// Rows with a random symmetric positive definite W, from blocks of the kinds given.
struct Problem {
  explicit Problem(std::vector<ConstraintKind> kinds, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (const auto kind : kinds) {
      ConstraintBlock block{.kind = kind, .friction = 0.4, .lower = -0.2, .upper = 0.3};
      block.rows = kind == ConstraintKind::frictionCone ? 3 : 1;
      std::vector<double> violation;
      for (int i = 0; i < block.rows; ++i) violation.push_back(uniform(random) - (i == 0 ? 1 : 0));
      problem.addBlock(block, violation);
    }
    const int n = problem.rows();
    const Eigen::MatrixXd a = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return uniform(random); });
    dense = a * a.transpose() + Eigen::MatrixXd::Identity(n, n);
    w.reset(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) w.add(i, j, dense(i, j));
    w.finish();
    lambda = Eigen::VectorXd::NullaryExpr(n, [&] { return uniform(random); });
  }
  std::span<const double> at(const Eigen::VectorXd& v) const { return {v.data(), static_cast<std::size_t>(v.size())}; }

  ConstraintRows problem;
  ComplianceMatrix w;
  Eigen::MatrixXd dense;
  Eigen::VectorXd lambda;
};

const std::vector<ConstraintKind> allKinds{ConstraintKind::frictionCone, ConstraintKind::equality,
                                           ConstraintKind::frictionCone, ConstraintKind::unilateral,
                                           ConstraintKind::bounded,      ConstraintKind::frictionCone};

TEST(NonSmoothNewton, stepsAreNewtonSteps) {
  // |w F|^2 along the step begins as (1 - t)^2.
  for (unsigned seed = 1; seed < 30; ++seed) {
    Problem p(allKinds, seed);
    NonSmoothNewton newton;
    newton.prepare(p.problem, p.w, 0);
    newton.residual(p.at(p.lambda));
    const double before = newton.merit();
    Eigen::VectorXd change;
    ASSERT_TRUE(newton.step(change)) << seed;
    const double t = 1e-6;
    newton.residual(p.at(p.lambda + t * change));
    EXPECT_NEAR((newton.merit() - before) / (t * before), -2, 1e-3) << seed;
  }
}

TEST(NonSmoothNewton, noResidualWhereEveryLawHolds) {
  Problem p({ConstraintKind::frictionCone, ConstraintKind::unilateral, ConstraintKind::unilateral});
  // A slipping contact (d along the tangents against the force), one that rests and one that is open.
  p.lambda << 2, -0.8 * 0.6, -0.8 * 0.8, 1, 0;
  Eigen::VectorXd d(5);
  d << 0, 0.6, 0.8, 0, 0.1;
  ConstraintRows problem;
  ConstraintBlock cone{.kind = ConstraintKind::frictionCone, .rows = 3, .friction = 0.4};
  const Eigen::VectorXd free = d - p.dense * p.lambda;
  problem.addBlock(cone, std::vector<double>{free[0], free[1], free[2]});
  problem.addBlock({.kind = ConstraintKind::unilateral}, std::array{free[3]});
  problem.addBlock({.kind = ConstraintKind::unilateral}, std::array{free[4]});
  NonSmoothNewton newton;
  newton.prepare(problem, p.w, 0);
  EXPECT_LT(newton.residual(p.at(p.lambda)), 1e-13);
  p.lambda[0] -= 0.1;  // the contact sinks in
  EXPECT_GT(newton.residual(p.at(p.lambda)), 0.01);
}

}  // namespace
}  // namespace sofa::mechanics
