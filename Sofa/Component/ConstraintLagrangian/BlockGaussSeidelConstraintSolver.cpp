#include "Sofa/Component/ConstraintLagrangian/BlockGaussSeidelConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::constraintlagrangian {

void BlockGaussSeidelConstraintSolver::init() {
  checkRequiredData();
  m_assembly.bind(*context());
  setValid();
}

void BlockGaussSeidelConstraintSolver::build(const core::ConstraintParams& params) {
  const auto& jacobian = m_assembly.build(params);
  const int rows = jacobian.rowCount();
  m_blocks.clear();
  for (auto* constraint : m_assembly.constraints()) constraint->addBlocks(m_blocks);
  int covered = 0;
  for (const auto* block : m_blocks) covered += block->rows();
  if (covered != rows) {
    error("{} rows of constraints, but the blocks that resolve them have {}: a constraint is inconsistent.", rows,
          covered);
    m_blocks.clear();
  }
  m_w.setZero(rows, rows);
  m_free.assign(rows, 0.0);
  m_forces.assign(rows, 0.0);
  for (auto* correction : m_assembly.corrections())
    if (correction->isValid()) correction->addCompliance(params, jacobian, m_w);
  if (d_regularizationTerm.value() > std::numeric_limits<double>::epsilon())
    m_w.diagonal().array() += d_regularizationTerm.value();
  for (auto* constraint : m_assembly.constraints()) constraint->getViolation(params, m_free);
  d_currentNumConstraints.set(rows);
  d_currentNumConstraintGroups.set(static_cast<int>(m_blocks.size()));
}

double BlockGaussSeidelConstraintSolver::sweep(double tolerance, bool& verified) {
  double error = 0;
  int row = 0;
  for (auto* block : m_blocks) {
    const int n = block->rows();
    const std::span<double> force(m_forces.data() + row, n);
    m_old.assign(force.begin(), force.end());
    m_violation.resize(n);
    for (int l = 0; l < n; ++l) {
      double d = m_free[row + l];
      for (std::size_t k = 0; k < m_forces.size(); ++k) d += m_w(k, row + l) * m_forces[k];
      m_violation[l] = d;
    }
    block->resolve(m_w.block(row, row, n, n), m_violation, force);
    for (int l = 0; l < n; ++l) {
      double line = 0;
      for (int m = 0; m < n; ++m) {
        const double change = m_w(row + l, row + m) * (force[m] - m_old[m]);
        line += change * change;
      }
      line = std::sqrt(line);
      if (line > tolerance) verified = false;
      error += line;
    }
    row += n;
  }
  return error;
}

void BlockGaussSeidelConstraintSolver::sweepUntilSolved() {
  const helper::ProfileScope scope("BlockGaussSeidel");
  int row = 0;
  for (auto* block : m_blocks) {
    block->init(m_w.block(row, row, block->rows(), block->rows()), {m_forces.data() + row, std::size_t(block->rows())});
    row += block->rows();
  }
  const bool allVerified = d_allVerified.value();
  double tolerance = d_tolerance.value();
  if (d_scaleTolerance.value() && !allVerified) tolerance *= row;
  const double sor = d_sor.value();
  std::vector<double> errors;
  double error = 0;
  int i = 0;
  bool solved = false;
  for (; i < d_maxIterations.value() && !solved; ++i) {
    helper::checkInterrupt();
    if (sor != 1) m_before = m_forces;
    bool verified = true;
    error = sweep(tolerance, verified);
    if (sor != 1)
      for (std::size_t k = 0; k < m_forces.size(); ++k) m_forces[k] = sor * m_forces[k] + (1 - sor) * m_before[k];
    if (d_computeGraphs.value()) errors.push_back(error);
    solved = allVerified ? verified : error < tolerance;
  }
  if (!solved) info("No convergence after {} sweeps: error {}, tolerance {}.", i, error, tolerance);
  d_currentIterations.set(i + (solved ? 0 : 1));
  d_currentError.set(error);
  if (d_computeGraphs.value()) d_graphErrors.edit()["Error"] = std::move(errors);
  row = 0;
  for (auto* block : m_blocks) {
    block->store({m_forces.data() + row, std::size_t(block->rows())});
    row += block->rows();
  }
}

void BlockGaussSeidelConstraintSolver::solve(const core::ConstraintParams& params, core::VecCoordId xResult,
                                             core::VecDerivId vResult) {
  const helper::ProfileScope scope("ConstraintSolver");
  build(params);
  if (!m_blocks.empty()) {
    sweepUntilSolved();
  } else {
    d_currentIterations.set(0);
    d_currentError.set(0);
  }
  if (d_computeConstraintForces.value()) d_constraintForces.set(m_forces);
  for (auto* correction : m_assembly.corrections())
    if (correction->isValid()) correction->correct(params, m_assembly.jacobian(), m_forces, xResult, vResult);
}

namespace {
const auto registered =
    core::Register("BlockGaussSeidelConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of constraints by block Gauss-Seidel sweeps")
        .add<BlockGaussSeidelConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
