#include "Sofa/Component/ConstraintLagrangian/NNCGConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

namespace {
using Vector = Eigen::VectorXd;
Eigen::Map<Vector> asVector(std::vector<double>& v) { return {v.data(), static_cast<Eigen::Index>(v.size())}; }
}  // namespace

auto NNCGConstraintSolver::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  m_sweep.prepare(problem, m_compliance);
  startFromLast(problem);
  auto lambda = asVector(problem.lambda);
  Outcome outcome;
  // What a sweep changes is taken for the negative gradient g.
  const auto sweep = [&] {
    helper::checkInterrupt();
    const Vector before = lambda;
    const auto result = m_sweep.run(problem, m_compliance, tolerance);
    record(problem, result.error, m_sweep.violations(), m_sweep.blockErrors());
    outcome.error = result.error;
    outcome.solved = m_residual.isSolved(m_compliance, isSolved(result, tolerance));
    ++outcome.iterations;
    return Vector(before - lambda);
  };
  Vector g = sweep(), p = -g;
  outcome.solved = false;  // the first sweep makes a direction, it is not tested
  while (outcome.iterations < d_maxIterations.value() && !outcome.solved) {
    const Vector next = sweep();
    if (outcome.solved) break;
    const double beta = next.squaredNorm() / g.squaredNorm();
    g = next;
    if (beta > 1) {
      p.setZero();  // restart
    } else {
      lambda += beta * p;
      p = beta * p - g;
    }
    if (m_residual.decides() ? g.isZero(0) : g.norm() < tolerance) break;
  }
  if (!outcome.solved) m_residual.isSolved(m_compliance, false);  // the multipliers were moved on after the sweep
  return outcome;
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
