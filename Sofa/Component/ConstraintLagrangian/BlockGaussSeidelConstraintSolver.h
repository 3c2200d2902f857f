#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel sweeps on the assembled compliance W.
class BlockGaussSeidelConstraintSolver final : public IterativeConstraintSolver {
 protected:
  void buildCompliance() override { m_compliance.build(assembly(), d_regularizationTerm.value()); }
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;
  const core::ComplianceMatrix* assembledCompliance() const override { return &m_compliance.matrix(); }

 private:
  RegularizedCompliance m_compliance{this};
};

}  // namespace sofa::component::constraintlagrangian
