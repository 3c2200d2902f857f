// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/NNCGConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Mechanics/FixedPoint/NonSmoothConjugateGradients.h"

namespace sofa::component::constraintlagrangian {

void NNCGConstraintSolver::solvePart(Part& part) {
  const mechanics::NonSmoothConjugateGradients method{.tolerance = residualDecides() ? 0 : part.tolerance()};
  const bool isStill = method.solve(part);
  part.outcome.iterations = part.sweeps();
  if (!part.outcome.solved) part.updateResidual(isStill);
}

namespace {
const auto registered =
    core::Register("NNCGConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of constraints by a non-smooth non-linear conjugate gradient method")
        .ignores("multithreading", "the program decides on threads (--threads)")
        .ignores("nbThreads", "the program decides on threads (--threads)")
        .ignores("taskSchedulerType", "there is one kind of threads")
        .add<NNCGConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
