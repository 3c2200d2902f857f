// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/BlockLaw.h"
#include "Sofa/Type/EigenView.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sofa::mechanics {

void BlockLaw::prepare(const ConstraintBlock& block, const linearalgebra::DenseMatrix& w) {
  m_rows = block.rows;
  if (!m_other && (m_rows > few || block.kind == ConstraintKind::equality || block.kind == ConstraintKind::own))
    m_other = std::make_unique<Other>();
  if (m_rows > few)
    m_other->large = w;
  else
    Eigen::Map<linearalgebra::DenseMatrix>(m_w.data(), m_rows, m_rows) = w;
  if (block.kind == ConstraintKind::own) {
    m_other->large = w;
    block.law->prepare(w);
  }
  if (block.kind != ConstraintKind::equality) return;
  if (block.rows != 3) {
    m_other->factor.compute(w);
    return;
  }
  const type::Mat3 matrix = w;
  if (!block.isExact) {  // what is left unsolved is told
    const bool isRegular = std::abs(matrix.determinant()) > std::numeric_limits<double>::epsilon();
    m_other->inverse = isRegular ? type::Mat3(matrix.inverse()) : type::Mat3::Zero();
    return;
  }
  constexpr double rounding = 1e-12;
  Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix3d> factors;
  factors.setThreshold(rounding);
  factors.compute(eigen(matrix));
  m_other->inverse = factors.pseudoInverse();
}

void BlockLaw::resolveEquality(const ConstraintBlock& block, std::span<const double> d, std::span<double> force) {
  if (block.rows == 3) {
    const type::Vec3 change = block.load * (m_other->inverse * type::Vec3(d.data()));
    for (int i = 0; i < 3; ++i) force[i] -= change[i];
    return;
  }
  m_other->change = Eigen::Map<const Eigen::VectorXd>(d.data(), block.rows);
  m_other->change = m_other->factor.solve(m_other->change).eval();
  for (int i = 0; i < block.rows; ++i) force[i] -= block.load * m_other->change[i];
}

/// Tangential multipliers follow the slip within the cone; beyond it they follow its direction by mu times the change
/// of the normal one.
void BlockLaw::resolveAugmented(const ConstraintBlock& block, std::span<const double> d, std::span<double> force) {
  const double epsilon = block.epsilon, normalChange = -epsilon * d[0];
  force[0] += normalChange;
  if (!(force[0] >= 0)) {
    std::ranges::fill(force, 0.0);
    return;
  }
  const double t = force[1] - epsilon * d[1], s = force[2] - epsilon * d[2];
  if (std::hypot(t, s) < block.friction * force[0]) {
    force[1] = t;
    force[2] = s;
    return;
  }
  const double slip = std::hypot(d[1], d[2]);
  if (slip == 0) return;
  for (int i = 1; i < 3; ++i) force[i] += block.friction * normalChange * d[i] / slip;
}

void BlockLaw::resolve(const ConstraintBlock& block, std::span<const double> d, std::span<double> force) {
  if (block.kind == ConstraintKind::own) return block.law->resolve(m_other->large, d, force);
  const bool divides = block.kind != ConstraintKind::equality && block.kind != ConstraintKind::augmentedCone;
  if (divides && !(m_w[0] > immovable)) {
    std::ranges::fill(force, 0.0);
    return;
  }
  switch (block.kind) {
    case ConstraintKind::equality:
      return resolveEquality(block, d, force);
    case ConstraintKind::unilateral:
      force[0] = std::max(0.0, force[0] - d[0] / m_w[0]);
      return;
    case ConstraintKind::frictionCone:
      return resolveCone(block.friction, d.data(), force.data());
    case ConstraintKind::augmentedCone:
      return resolveAugmented(block, d, force);
    case ConstraintKind::bounded: {
      const double free = d[0] - m_w[0] * force[0];
      force[0] = (std::clamp(free, block.lower, block.upper) - free) / m_w[0];
      return;
    }
    case ConstraintKind::own:  // above: it may move what has no compliance of its own
      return;
  }
}

}  // namespace sofa::mechanics
