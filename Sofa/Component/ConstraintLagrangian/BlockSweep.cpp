#include "Sofa/Component/ConstraintLagrangian/BlockSweep.h"

#include <algorithm>
#include <cmath>

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintProblem;

namespace {

/// How much the change of the block's multipliers moves its rows; `w` its block of W.
template <class Matrix, class Forces>
double errorOf(const ConstraintBlock& block, const Matrix& w, const Forces& force, const auto& before, double tolerance,
               bool& verified) {
  double error = 0;
  for (std::size_t l = 0; l < force.size(); ++l) {
    double line = 0;
    for (std::size_t m = 0; m < force.size(); ++m) {
      const double change = w(static_cast<int>(l), static_cast<int>(m)) * (force[m] - before[m]);
      line += change * change;
    }
    line = std::sqrt(line);
    if (line > tolerance) verified = false;
    error += line;
  }
  if (block.tolerance == 0) return error;
  if (error > block.tolerance) verified = false;
  return error * (tolerance / block.tolerance);
}

}  // namespace

void BlockSweep::fit(const ConstraintProblem& problem) {
  m_violations.resize(static_cast<std::size_t>(problem.rows()));
  m_blockErrors.resize(problem.blocks().size());
}

void BlockSweep::prepare(const ConstraintProblem& problem, const ComplianceOperator& compliance) {
  const auto blocks = problem.blocks();
  fit(problem);
  if (m_laws.size() < blocks.size()) m_laws.resize(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    compliance.diagonalBlock(blocks[b], m_diagonalBlock);
    m_laws[b].prepare(blocks[b], m_diagonalBlock);
  }
}

template <class Compliance>
bool BlockSweep::solveBlock(ConstraintProblem& problem, Compliance& compliance, double tolerance, std::size_t b) {
  static thread_local std::vector<double> before;
  const ConstraintBlock& block = problem.blocks()[b];
  const std::size_t row = block.firstRow, n = block.rows;
  const std::span<double> force(problem.lambda.data() + row, n), violation(m_violations.data() + row, n);
  before.assign(force.begin(), force.end());
  std::ranges::copy(problem.violation().subspan(row, n), violation.begin());
  compliance.addDisplacement(problem, block, violation);
  m_laws[b].resolve(block, violation, force);
  bool verified = true;
  m_blockErrors[b] = errorOf(block, m_laws[b].compliance(), force, before, tolerance, verified);
  compliance.forcesChanged(block, before, force);
  return verified;
}

bool BlockSweep::solveContact(ConstraintProblem& problem, PointwiseCompliance& compliance, double tolerance,
                              std::size_t b) {
  constexpr std::size_t n = 3;
  const ConstraintBlock& block = problem.blocks()[b];
  if (block.kind != core::ConstraintKind::frictionCone) return solveBlock(problem, compliance, tolerance, b);
  double* const force = problem.lambda.data() + block.firstRow;
  double* const violation = m_violations.data() + block.firstRow;
  const double before[n] = {force[0], force[1], force[2]};
  std::copy_n(problem.violation().begin() + block.firstRow, n, violation);
  compliance.addDisplacementOfThree(block, violation);
  m_laws[b].resolveCone(block.friction, violation, force);
  bool verified = true;
  m_blockErrors[b] = errorOf(block, Eigen::Map<const type::Mat3>(m_laws[b].compliance().data()),
                             std::span<const double, n>(force, n), before, tolerance, verified);
  compliance.threeForcesChanged(block, before, force);
  return verified;
}

template <class F>
void BlockSweep::withSolve(ConstraintProblem& problem, ComplianceOperator& compliance, double tolerance, const F& f) {
  if (auto* points = dynamic_cast<PointwiseCompliance*>(&compliance))
    f([&, points](std::size_t b) { return solveContact(problem, *points, tolerance, b); });
  else
    f([&](std::size_t b) { return solveBlock(problem, compliance, tolerance, b); });
}

BlockSweep::Result BlockSweep::runGroup(ConstraintProblem& problem, ComplianceOperator& compliance, double tolerance,
                                        std::span<const int> blocks) {
  Result result;
  withSolve(problem, compliance, tolerance, [&](const auto& solve) {
    for (const int b : blocks) {
      if (!solve(static_cast<std::size_t>(b))) result.verified = false;
      result.error += m_blockErrors[static_cast<std::size_t>(b)];
    }
  });
  return result;
}

BlockSweep::Result BlockSweep::run(ConstraintProblem& problem, ComplianceOperator& compliance, double tolerance,
                                   const InteractionGroups* groups) {
  Result result;
  fit(problem);
  if (groups) {
    m_verified.resize(groups->size());
    forEachGroup(*groups, [&](std::size_t g) {
      m_verified[g] = runGroup(problem, compliance, tolerance, groups->blocks(g)).verified;
    });
    result.verified = std::ranges::all_of(m_verified, [](char verified) { return verified != 0; });
  } else {
    withSolve(problem, compliance, tolerance, [&](const auto& solve) {
      for (std::size_t b = 0; b < problem.blocks().size(); ++b)
        if (!solve(b)) result.verified = false;
    });
  }
  for (const double error : m_blockErrors) result.error += error;
  return result;
}

}  // namespace sofa::component::constraintlagrangian
