// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Mechanics/Constraint/ComplianceOperator.h"
#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"

namespace sofa::component::constraintlagrangian {

/// W by its products: corrections give the diagonal blocks, and the displacements made by the forces they were told of.
class ProductCompliance final : public mechanics::ComplianceOperator {
 public:
  ProductCompliance(const simulation::ConstraintAssembly& assembly, double regularization)
      : m_assembly(assembly), m_regularization(regularization) {
    m_assembly.beginProducts();
  }

  /// With the regularisation, which is not in the displacements: there it acts as under-relaxation.
  void diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const override {
    m_assembly.diagonalBlock(block, w);
    if (m_regularization > 0) w.diagonal().array() += m_regularization;
  }
  void addDisplacement(const mechanics::ConstraintRows&, const core::ConstraintBlock& block,
                       std::span<double> d) const override {
    m_assembly.addDisplacement(block, d);
  }
  void forcesChanged(const core::ConstraintBlock& block, std::span<const double> before,
                     std::span<const double> now) override {
    m_change.resize(now.size());
    bool isNonzero = false;
    for (std::size_t i = 0; i < now.size(); ++i) {
      m_change[i] = now[i] - before[i];
      isNonzero = isNonzero || m_change[i] != 0;
    }
    if (isNonzero) m_assembly.addForce(block, m_change);
  }

 private:
  const simulation::ConstraintAssembly& m_assembly;
  double m_regularization;
  std::vector<double> m_change;
};

}  // namespace sofa::component::constraintlagrangian
