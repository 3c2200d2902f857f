// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/SweepingConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Plain Gauss-Seidel sweeps.
class BlockGaussSeidelConstraintSolver final : public SweepingConstraintSolver {
 private:
  void solvePart(Part& part) override;
  bool onlySweeps() const override { return d_sor.value() == 1; }
};

}  // namespace sofa::component::constraintlagrangian
