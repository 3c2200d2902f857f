// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/Residual.h"

#include <algorithm>
#include <cmath>

namespace sofa::mechanics {

namespace {

/// How much of a multiplier acts across a gap that it would take more than itself to close; all of it, if it pulls.
double forceAcross(double gap, double multiplier, double w) {
  if (!(multiplier >= 0)) return -multiplier;
  if (!(gap > 0)) return 0;
  return w > 0 ? std::min(multiplier, gap / w) : multiplier;
}

/// Distance of the tangential multipliers from where they, moved against the slip, are brought back to the cone.
double tangentialForce(const ConstraintBlock& block, std::span<const double> d, std::span<const double> lambda,
                       const linearalgebra::DenseMatrix& w) {
  const double w2 = (w(1, 1) + w(2, 2)) / 2, limit = block.friction * std::max(0.0, lambda[0]);
  double t = lambda[1], s = lambda[2];
  if (w2 > 0) {
    t -= d[1] / w2;
    s -= d[2] / w2;
  }
  const double size = std::hypot(t, s), part = size > limit ? limit / size : 1;
  return std::hypot(lambda[1] - part * t, lambda[2] - part * s);
}

}  // namespace

Residual residualOf(const ConstraintBlock& block, std::span<const double> d, std::span<const double> lambda,
                    const linearalgebra::DenseMatrix& w) {
  Residual r;
  switch (block.kind) {
    case ConstraintKind::equality:
      for (const double value : d) r.violation = std::max(r.violation, std::abs(value));
      break;
    case ConstraintKind::unilateral:
      r = {std::max(0.0, -d[0]), forceAcross(d[0], lambda[0], w(0, 0))};
      break;
    case ConstraintKind::frictionCone:
    case ConstraintKind::augmentedCone:
      r = {std::max(0.0, -d[0]), std::max(forceAcross(d[0], lambda[0], w(0, 0)), tangentialForce(block, d, lambda, w))};
      break;
    case ConstraintKind::bounded:
      r = {std::max({0.0, block.lower - d[0], d[0] - block.upper}),
           lambda[0] > 0 ? forceAcross(d[0] - block.lower, lambda[0], w(0, 0))
                         : forceAcross(block.upper - d[0], -lambda[0], w(0, 0))};
      break;
    case ConstraintKind::own: {  // how far it would still move the multipliers
      std::vector<double> moved(lambda.begin(), lambda.end());
      block.law->resolve(w, d, moved);
      for (std::size_t i = 0; i < moved.size(); ++i) r.force = std::max(r.force, std::abs(moved[i] - lambda[i]));
      break;
    }
  }
  return r;
}

Residual residualOf(const ConstraintRows& problem, std::span<const ConstraintBlock> blocks,
                    const ComplianceOperator& compliance) {
  static thread_local std::vector<double> d;
  static thread_local linearalgebra::DenseMatrix w;
  Residual largest;
  for (const auto& block : blocks) {
    const auto row = static_cast<std::size_t>(block.firstRow), n = static_cast<std::size_t>(block.rows);
    const auto violation = problem.violation().subspan(row, n);
    d.assign(violation.begin(), violation.end());
    compliance.addDisplacement(problem, block, d);
    compliance.diagonalBlock(block, w);
    const Residual r = residualOf(block, d, std::span(problem.lambda).subspan(row, n), w);
    // What is not a number counts as the largest.
    if (!(r.violation <= largest.violation)) largest.violation = r.violation;
    if (!(r.force <= largest.force)) largest.force = r.force;
  }
  return largest;
}

}  // namespace sofa::mechanics
