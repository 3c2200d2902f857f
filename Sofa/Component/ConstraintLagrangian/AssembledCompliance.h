// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/Constraint/MatrixCompliance.h"
#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"

namespace sofa::component::constraintlagrangian {

/// W as a matrix that the constraint corrections fill.
class AssembledCompliance : public mechanics::MatrixCompliance {
 public:
  /// Fills the matrix and adds the regularisation to its diagonal.
  void build(const simulation::ConstraintAssembly& assembly, double regularization) {
    assembly.compliance(matrix(), regularization);
  }
};

/// W with the Data of the solvers that assemble it, by which only redundant rows can be regularised.
class RegularizedCompliance final : public AssembledCompliance {
 public:
  explicit RegularizedCompliance(core::Component* owner) : m_owner(owner) {}
  void build(const simulation::ConstraintAssembly& assembly, double regularization);

 private:
  /// Rows that take part in a vector of the null space of W.
  std::vector<int> redundantRows() const;

  core::Component* m_owner;
  core::Data<bool> d_useSVDForRegularization{
      m_owner, "useSVDForRegularization", false,
      "add regularizationTerm to redundant rows only: those of the null space of W, found by singular values"};
  core::Data<double> d_svdSingularValueNullSpaceCriteriaFactor{
      m_owner, "svdSingularValueNullSpaceCriteriaFactor", 0.01,
      "singular values below this part of the largest one belong to the null space"};
  core::Data<double> d_svdSingularVectorNullSpaceCriteriaFactor{
      m_owner, "svdSingularVectorNullSpaceCriteriaFactor", 0.001,
      "a row takes part in a singular vector of the null space if its entry is larger than this"};
};

}  // namespace sofa::component::constraintlagrangian
