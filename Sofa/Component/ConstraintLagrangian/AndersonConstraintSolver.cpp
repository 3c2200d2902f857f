// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/AndersonConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Mechanics/FixedPoint/AndersonAcceleration.h"

namespace sofa::component::constraintlagrangian {

void AndersonConstraintSolver::init() {
  if (d_depth.value() < 0) {
    error("depth=\"{}\" must not be negative.", d_depth.value());
    setInvalid();
    return;
  }
  IterativeConstraintSolver::init();
}

void AndersonConstraintSolver::solvePart(Part& part) {
  Eigen::VectorXd weights;
  part.readDiagonal(weights);
  weights = weights.cwiseMax(0.0).cwiseSqrt();
  mechanics::AndersonAcceleration{.depth = d_depth.value()}.solve(part, weights);
  part.outcome.iterations = part.sweeps() + 1;
}

namespace {
const auto registered = core::Register("AndersonConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                                       "multipliers of constraints by accelerated Gauss-Seidel sweeps")
                            .add<AndersonConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
