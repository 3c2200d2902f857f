// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/NNCGConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void NNCGConstraintSolver::solvePart(Part& part) {
  using Vector = Eigen::VectorXd;
  Vector before, lambda;
  // What a sweep changes is taken for the negative gradient g.
  const auto sweep = [&] {
    part.readForces(before);
    part.sweep();
    part.readForces(lambda);
    return Vector(before - lambda);
  };
  Vector g = sweep(), p = -g;
  part.outcome.solved = false;  // the first sweep makes a direction, it is not tested
  bool isStill = false;
  while (part.isOpen() && !isStill) {
    const Vector next = sweep();
    if (part.outcome.solved) break;
    const double beta = next.squaredNorm() / g.squaredNorm();
    g = next;
    if (beta > 1) {
      p.setZero();  // restart
    } else {
      lambda += beta * p;
      part.writeForces(lambda);
      p = beta * p - g;
    }
    isStill = residualDecides() ? g.isZero(0) : g.norm() < part.tolerance();
  }
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
