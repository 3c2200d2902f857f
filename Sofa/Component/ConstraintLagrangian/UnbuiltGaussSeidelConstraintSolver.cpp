// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/UnbuiltGaussSeidelConstraintSolver.h"

#include "Sofa/Component/ConstraintLagrangian/ProductCompliance.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

auto UnbuiltGaussSeidelConstraintSolver::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  ProductCompliance compliance(assembly(), d_regularizationTerm.value());
  return sweepUntilSolved(problem, compliance, tolerance);
}

namespace {
const auto registered =
    core::Register("UnbuiltGaussSeidelConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of constraints by Gauss-Seidel sweeps without the compliance matrix")
        .add<UnbuiltGaussSeidelConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
