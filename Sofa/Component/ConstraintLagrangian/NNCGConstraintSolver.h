// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/SweepingConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// A non-linear conjugate gradient method in which a Gauss-Seidel sweep stands for the gradient (Silcowitz-Hansen,
/// Niebe, Erleben, A nonsmooth nonlinear conjugate gradient method for interactive contact force problems, 2010). `sor`
/// is not used.
class NNCGConstraintSolver final : public SweepingConstraintSolver {
 private:
  void solvePart(Part& part) override;
};

}  // namespace sofa::component::constraintlagrangian
