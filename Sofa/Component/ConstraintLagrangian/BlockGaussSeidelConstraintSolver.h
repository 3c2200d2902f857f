#pragma once
#include "Sofa/Component/ConstraintLagrangian/SweepingConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Plain Gauss-Seidel sweeps on the assembled compliance W.
class BlockGaussSeidelConstraintSolver final : public SweepingConstraintSolver {
 private:
  void solvePart(Part& part) override;
};

}  // namespace sofa::component::constraintlagrangian
