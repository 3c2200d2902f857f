#include "Sofa/Component/ConstraintLagrangian/UnbuiltGaussSeidelConstraintSolver.h"

#include "Sofa/Component/ConstraintLagrangian/ProductCompliance.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

auto UnbuiltGaussSeidelConstraintSolver::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  ProductCompliance compliance(assembly(), d_regularizationTerm.value());
  m_sweep.prepare(problem, compliance);
  const double sor = d_sor.value();
  Outcome outcome;
  int sweeps = 0;
  for (; sweeps < d_maxIterations.value() && !outcome.solved; ++sweeps) {
    helper::checkInterrupt();
    if (sor != 1) m_before = problem.lambda;
    const auto result = m_sweep.run(problem, compliance, tolerance);
    if (sor != 1)
      for (std::size_t k = 0; k < problem.lambda.size(); ++k)
        problem.lambda[k] = sor * problem.lambda[k] + (1 - sor) * m_before[k];
    record(problem, result.error, m_sweep.violations(), m_sweep.blockErrors());
    outcome.error = result.error;
    outcome.solved = m_residual.isSolved(compliance, isSolved(result, tolerance));
  }
  outcome.iterations = sweeps + 1;
  return outcome;
}

namespace {
const auto registered =
    core::Register("UnbuiltGaussSeidelConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of constraints by Gauss-Seidel sweeps without the compliance matrix")
        .add<UnbuiltGaussSeidelConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
