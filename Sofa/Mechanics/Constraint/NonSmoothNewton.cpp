// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/NonSmoothNewton.h"
#include "Sofa/Type/EigenView.h"

#include <Eigen/SparseLU>

namespace sofa::mechanics {

bool NonSmoothNewton::applies(const ConstraintRows& problem) {
  return std::ranges::none_of(problem.blocks(), [](auto& b) {
    return b.kind == ConstraintKind::augmentedCone || b.kind == ConstraintKind::own;
  });
}

void NonSmoothNewton::prepare(const ConstraintRows& problem, const ComplianceMatrix& w, double ridge) {
  m_problem = &problem;
  m_w = &w;
  m_scale.resize(w.size());
  for (int row = 0; row < w.size(); ++row) m_scale[row] = w(row, row);
  const double mean = m_scale.mean();
  m_ridge = ridge * mean;
  for (const auto& block : problem.blocks())
    if (block.kind == ConstraintKind::frictionCone)
      m_scale.segment(block.firstRow + 1, 2).setConstant(m_scale.segment(block.firstRow + 1, 2).mean());
  // A row that moves nothing gets the scale of the others: it has no solution, or needs none.
  for (double& s : m_scale)
    if (!(s > 1e-12 * mean)) s = mean > 0 ? mean : 1;
  m_slopes.resize(problem.blocks().size());
  m_acts.assign(problem.rows(), 1);
}

void NonSmoothNewton::evaluateCone(const ConstraintBlock& block, std::span<const double> lambda, Local& m) {
  const int row = block.firstRow;
  const type::Vec3 now(lambda.data() + row), d(m_d.data() + row), scale(m_scale.data() + row);
  const type::Vec3 y = now - d.cwiseQuotient(scale);
  type::ViewOf<type::Vec3> f(m_f.data() + row);
  m.setZero(3, 3);
  f = now;
  if (!(y[0] > 0)) return;
  m(0, 0) = 1;
  f[0] -= y[0];
  const type::Vec2 t = y.tail<2>();
  const double radius = block.friction * y[0], size = t.norm();
  if (size <= radius) {
    m(1, 1) = m(2, 2) = 1;
    f.tail<2>() -= t;
    return;
  }
  const type::Vec2 direction = t / size;
  const type::Mat2 across = radius / size * (type::Mat2::Identity() - direction * direction.transpose());
  m.bottomLeftCorner<2, 1>() = block.friction * eigen(direction);
  m.bottomRightCorner<2, 2>() = eigen(across);
  f.tail<2>() -= radius * direction;
}

void NonSmoothNewton::evaluate(const ConstraintBlock& block, std::span<const double> lambda) {
  for (int row = block.firstRow; row < block.firstRow + block.rows; ++row) {
    const double w = m_scale[row], d = m_d[row], y = lambda[row] - d / w;
    double push = y;  // P(y), where it is not lambda that is to vanish
    m_acts[row] = 1;
    if (block.kind == ConstraintKind::unilateral) {
      m_acts[row] = y > 0;
    } else if (block.kind == ConstraintKind::bounded) {
      const double free = d - w * lambda[row];
      m_acts[row] = free < block.lower || free > block.upper;
      push += (free < block.lower ? block.lower : block.upper) / w;
    }
    m_f[row] = lambda[row] - (m_acts[row] ? push : 0);
  }
}

double NonSmoothNewton::residual(std::span<const double> lambda) {
  const auto violation = m_problem->violation();
  m_d.resize(m_w->size());
  m_f.resize(m_w->size());
  for (int row = 0; row < m_w->size(); ++row)
    m_d[row] = m_w->addColumnDot(row, lambda, violation[row] + m_ridge * lambda[row]);
  m_blockResiduals.clear();
  for (std::size_t b = 0; b < m_problem->blocks().size(); ++b) {
    const auto& block = m_problem->blocks()[b];
    if (block.kind == ConstraintKind::frictionCone)
      evaluateCone(block, lambda, m_slopes[b]);
    else
      evaluate(block, lambda);
    const auto lengths =
        m_f.segment(block.firstRow, block.rows).cwiseProduct(m_scale.segment(block.firstRow, block.rows));
    m_blockResiduals.push_back(lengths.cwiseAbs().maxCoeff());
  }
  const Eigen::VectorXd lengths = m_f.cwiseProduct(m_scale);
  m_merit = lengths.squaredNorm();
  return lengths.cwiseAbs().maxCoeff();
}

/// (1 - M + M W / w) change = -F: of each row, multiplied by w, the entries are of the size of those of W.
bool NonSmoothNewton::step(Eigen::VectorXd& change) {
  m_entries.clear();
  const auto add = [&](int row, int from, double m) {  // m times the row `from` of W / w
    if (m == 0) return;
    const double factor = m / m_scale[from];
    m_w->forEachOfColumn(from, [&](int column, double value) { m_entries.emplace_back(row, column, factor * value); });
    m_entries.emplace_back(row, from, factor * m_ridge);
  };
  for (std::size_t b = 0; b < m_problem->blocks().size(); ++b) {
    const auto& block = m_problem->blocks()[b];
    const bool isCone = block.kind == ConstraintKind::frictionCone;
    for (int i = 0; i < block.rows; ++i)
      for (int j = 0; j < block.rows; ++j) {
        const int row = block.firstRow + i, column = block.firstRow + j;
        const double m = isCone ? m_slopes[b](i, j) : i == j && m_acts[row];
        m_entries.emplace_back(row, column, (i == j) - m);
        add(row, column, m);
      }
  }
  Eigen::SparseMatrix<double> matrix(m_w->size(), m_w->size());
  matrix.setFromTriplets(m_entries.begin(), m_entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> factor;
  factor.compute(matrix);
  if (factor.info() != Eigen::Success) return false;
  change = factor.solve(-m_f);
  return change.allFinite();
}

}  // namespace sofa::mechanics
