#include "Sofa/Component/ConstraintLagrangian/BlockGaussSeidelConstraintSolver.h"

#include <algorithm>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintProblem;

auto BlockGaussSeidelConstraintSolver::solveGroup(ConstraintProblem& problem, std::span<const int> blocks) -> Outcome {
  const auto forEachRow = [&](const auto& f) {
    for (const int b : blocks)
      for (int row = problem.blocks()[b].firstRow, end = row + problem.blocks()[b].rows; row < end; ++row) f(row);
  };
  int rows = 0;
  forEachRow([&](int) { ++rows; });
  const double tolerance = scaledTolerance(rows), sor = d_sor.value();
  Outcome outcome;
  int sweeps = 0;
  for (; sweeps < d_maxIterations.value() && !outcome.solved; ++sweeps) {
    helper::checkInterrupt();
    if (sor != 1) forEachRow([&](int row) { m_before[row] = problem.lambda[row]; });
    const auto result = m_sweep.runGroup(problem, m_compliance, tolerance, blocks);
    if (sor != 1)
      forEachRow([&](int row) { problem.lambda[row] = sor * problem.lambda[row] + (1 - sor) * m_before[row]; });
    outcome.error = result.error;
    outcome.solved = isSolved(result, tolerance);
  }
  outcome.iterations = sweeps + 1;
  return outcome;
}

auto BlockGaussSeidelConstraintSolver::solveGroups(ConstraintProblem& problem) -> Outcome {
  m_sweep.prepare(problem, m_compliance);
  m_before.resize(problem.lambda.size());
  m_outcomes.resize(m_groups.size());
  forEachGroup(m_groups, [&](std::size_t g) { m_outcomes[g] = solveGroup(problem, m_groups.blocks(g)); });
  Outcome all{.solved = true};
  for (const Outcome& outcome : m_outcomes) {
    all.iterations = std::max(all.iterations, outcome.iterations);
    all.error += outcome.error;
    all.solved = all.solved && outcome.solved;
  }
  record(problem, all.error, m_sweep.violations(), m_sweep.blockErrors());
  all.solved = m_residual.isSolved(m_compliance, all.solved);
  return all;
}

auto BlockGaussSeidelConstraintSolver::iterate(ConstraintProblem& problem, double tolerance) -> Outcome {
  startFromLast(problem);
  const bool apart = d_solveGroupsApart.value() && !m_residual.decides();
  constexpr int manyRows = 500;  // from which on several threads are worth looking for groups
  const bool grouped = apart || (helper::threadCount() > 1 && problem.rows() >= manyRows);
  if (grouped) m_groups.find(problem.blocks(), m_compliance.matrix());
  d_currentNumInteractionGroups.set(apart ? static_cast<int>(m_groups.size()) : 0);
  if (apart) return solveGroups(problem);
  return sweepUntilSolved(problem, m_compliance, tolerance, grouped && m_groups.size() > 1 ? &m_groups : nullptr);
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
