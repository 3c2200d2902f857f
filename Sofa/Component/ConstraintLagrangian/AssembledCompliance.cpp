// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"

#include <Eigen/SVD>

namespace sofa::component::constraintlagrangian {

void RegularizedCompliance::build(const simulation::ConstraintAssembly& assembly, double regularization) {
  const bool onlyRedundant = d_useSVDForRegularization.value();
  auto& w = matrix();
  assembly.compliance(w, onlyRedundant ? 0 : regularization);
  if (!onlyRedundant || !(regularization > 0)) return;
  for (const int row : redundantRows()) w.add(row, row, regularization);
  w.finish();
}

std::vector<int> RegularizedCompliance::redundantRows() const {
  const Eigen::BDCSVD<linearalgebra::DenseMatrix> svd(matrix().dense(), Eigen::ComputeFullV);
  const auto& values = svd.singularValues();
  const double smallest = d_svdSingularValueNullSpaceCriteriaFactor.value() * (values.size() > 0 ? values[0] : 0);
  const double entry = d_svdSingularVectorNullSpaceCriteriaFactor.value();
  const auto rank = std::ranges::find_if(values, [&](double value) { return value < smallest; }) - values.begin();
  std::vector<int> rows;
  for (int row = 0; row < matrix().size(); ++row)
    if ((svd.matrixV().row(row).rightCols(values.size() - rank).array().abs() > entry).any()) rows.push_back(row);
  return rows;
}

}  // namespace sofa::component::constraintlagrangian
