// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/BlockGaussSeidelConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void BlockGaussSeidelConstraintSolver::solvePart(Part& part) {
  while (part.isOpen()) part.sweep(d_sor.value());
  part.outcome.iterations = part.sweeps() + 1;
}

namespace {
const auto registered =
    core::Register("BlockGaussSeidelConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of constraints by block Gauss-Seidel sweeps")
        .wasCalled(
            "GenericConstraintSolver", "SOFA v25.12",
            "Its resolutionMethod UnbuiltGaussSeidel is now UnbuiltGaussSeidelConstraintSolver, "
            "NonsmoothNonlinearConjugateGradient is NNCGConstraintSolver (newtonIterations is now maxIterations).")
        .ignores("multithreading", "the program decides on threads (--threads)")
        .ignores("nbThreads", "the program decides on threads (--threads)")
        .ignores("taskSchedulerType", "there is one kind of threads")
        .add<BlockGaussSeidelConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
