#include "Sofa/Component/ConstraintLagrangian/BlockSweep.h"

#include <algorithm>
#include <cmath>

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintProblem;

namespace {

/// How much the change of the block's multipliers moves its rows.
double errorOf(const ConstraintBlock& block, const BlockLaw& law, std::span<const double> force,
               std::span<const double> before, double tolerance, bool& verified) {
  const auto& w = law.compliance();
  double error = 0;
  for (std::size_t l = 0; l < force.size(); ++l) {
    double line = 0;
    for (std::size_t m = 0; m < force.size(); ++m) {
      const double change = w(l, m) * (force[m] - before[m]);
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

bool BlockSweep::solveBlock(ConstraintProblem& problem, ComplianceOperator& compliance, double tolerance,
                            std::size_t b) {
  static thread_local std::vector<double> before;
  const ConstraintBlock& block = problem.blocks()[b];
  const std::size_t row = block.firstRow, n = block.rows;
  const std::span<double> force(problem.lambda.data() + row, n), violation(m_violations.data() + row, n);
  before.assign(force.begin(), force.end());
  std::ranges::copy(problem.violation().subspan(row, n), violation.begin());
  compliance.addDisplacement(problem, block, violation);
  m_laws[b].resolve(block, violation, force);
  bool verified = true;
  m_blockErrors[b] = errorOf(block, m_laws[b], force, before, tolerance, verified);
  compliance.forcesChanged(block, before, force);
  return verified;
}

BlockSweep::Result BlockSweep::runGroup(ConstraintProblem& problem, ComplianceOperator& compliance, double tolerance,
                                        std::span<const int> blocks) {
  Result result;
  for (const int b : blocks) {
    if (!solveBlock(problem, compliance, tolerance, static_cast<std::size_t>(b))) result.verified = false;
    result.error += m_blockErrors[static_cast<std::size_t>(b)];
  }
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
    for (std::size_t b = 0; b < problem.blocks().size(); ++b)
      if (!solveBlock(problem, compliance, tolerance, b)) result.verified = false;
  }
  for (const double error : m_blockErrors) result.error += error;
  return result;
}

}  // namespace sofa::component::constraintlagrangian
