// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"

#include <Eigen/SVD>

namespace sofa::component::constraintlagrangian {

void RegularizedCompliance::build(const simulation::ConstraintAssembly& assembly, double regularization) {
  const bool onlyRedundant = d_useSVDForRegularization.value();
  assembly.compliance(m_w, onlyRedundant ? 0 : regularization);
  if (!onlyRedundant || !(regularization > 0)) return;
  for (const int row : redundantRows()) m_w.add(row, row, regularization);
  m_w.finish();
}

std::vector<int> RegularizedCompliance::redundantRows() const {
  const Eigen::BDCSVD<linearalgebra::DenseMatrix> svd(m_w.dense(), Eigen::ComputeFullV);
  const auto& values = svd.singularValues();
  const double smallest = d_svdSingularValueNullSpaceCriteriaFactor.value() * (values.size() > 0 ? values[0] : 0);
  const double entry = d_svdSingularVectorNullSpaceCriteriaFactor.value();
  const auto rank = std::ranges::find_if(values, [&](double value) { return value < smallest; }) - values.begin();
  std::vector<int> rows;
  for (int row = 0; row < m_w.size(); ++row)
    if ((svd.matrixV().row(row).rightCols(values.size() - rank).array().abs() > entry).any()) rows.push_back(row);
  return rows;
}

void AssembledCompliance::diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const {
  w.resize(block.rows, block.rows);
  for (int i = 0; i < block.rows; ++i)
    for (int j = 0; j < block.rows; ++j) w(i, j) = m_w(block.firstRow + i, block.firstRow + j);
}

void AssembledCompliance::addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                                          std::span<double> d) const {
  m_w.addColumnDots(block.firstRow, problem.lambda, d.first(block.rows));
}

void AssembledCompliance::multiply(std::span<const double> x, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  m_w.addColumnDots(0, x, out.first(m_w.size()));
}

}  // namespace sofa::component::constraintlagrangian
