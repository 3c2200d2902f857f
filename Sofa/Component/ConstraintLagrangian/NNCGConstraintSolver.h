#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// A non-linear conjugate gradient method in which a Gauss-Seidel sweep stands for the gradient (Silcowitz-Hansen,
/// Niebe, Erleben, A nonsmooth nonlinear conjugate gradient method for interactive contact force problems, 2010). `sor`
/// is not used.
class NNCGConstraintSolver final : public IterativeConstraintSolver {
 protected:
  void buildCompliance() override { m_compliance.build(assembly(), d_regularizationTerm.value()); }
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;
  const core::ComplianceMatrix* assembledCompliance() const override { return &m_compliance.matrix(); }

 private:
  RegularizedCompliance m_compliance{this};
};

}  // namespace sofa::component::constraintlagrangian
