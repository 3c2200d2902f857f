// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/RowCompliance.h"

#include <algorithm>

namespace sofa::component::constraintlagrangian {

void RowCompliance::clearRows() {
  m_rows.clear();
  m_w.resize(0, 0);
  m_forces.clear();
}

void RowCompliance::endRows(const core::ConstraintProblem& problem) {
  const auto size = static_cast<Eigen::Index>(m_rows.size());
  m_w.setZero(size, size);
  m_forces.clear();
  for (const int row : m_rows) m_forces.push_back(problem.lambda[row]);
}

void RowCompliance::addTo(core::ComplianceMatrix& w) const {
  w.addColumns(m_rows, [this](int j, core::ComplianceColumn& sum) {
    for (std::size_t i = 0; i < m_rows.size(); ++i) sum[m_rows[i]] += m_w(static_cast<Eigen::Index>(i), j);
  });
}

template <class F>
void RowCompliance::forEachRowOf(const core::ConstraintBlock& block, const F& f) const {
  const auto first = std::ranges::lower_bound(m_rows, block.firstRow);
  for (auto it = first; it != m_rows.end() && *it < block.firstRow + block.rows; ++it)
    f(*it - block.firstRow, it - m_rows.begin());
}

void RowCompliance::addDiagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const {
  forEachRowOf(block,
               [&](int i, auto row) { forEachRowOf(block, [&](int j, auto column) { w(i, j) += m_w(row, column); }); });
}

void RowCompliance::addDisplacement(const core::ConstraintBlock& block, std::span<double> d) const {
  forEachRowOf(block, [&](int i, auto row) {
    for (std::size_t k = 0; k < m_forces.size(); ++k) d[i] += m_w(k, row) * m_forces[k];
  });
}

void RowCompliance::addForce(const core::ConstraintBlock& block, std::span<const double> change) {
  forEachRowOf(block, [&](int i, auto row) { m_forces[static_cast<std::size_t>(row)] += change[i]; });
}

}  // namespace sofa::component::constraintlagrangian
