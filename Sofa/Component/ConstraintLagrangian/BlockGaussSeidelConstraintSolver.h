#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel sweeps on the assembled compliance W.
class BlockGaussSeidelConstraintSolver final : public IterativeConstraintSolver {
 protected:
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;

 private:
  RegularizedCompliance m_compliance{this};
};

}  // namespace sofa::component::constraintlagrangian
