#include "Sofa/Component/ConstraintLagrangian/BlockSweep.h"

#include <cmath>

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintProblem;

void BlockSweep::prepare(const ConstraintProblem& problem, const ComplianceOperator& compliance) {
  const auto blocks = problem.blocks();
  if (m_laws.size() < blocks.size()) m_laws.resize(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    compliance.diagonalBlock(blocks[b], m_diagonalBlock);
    m_laws[b].prepare(blocks[b], m_diagonalBlock);
  }
}

double BlockSweep::errorOf(const ConstraintBlock& block, const BlockLaw& law, std::span<const double> force,
                           double tolerance, bool& verified) const {
  const auto& w = law.compliance();
  double error = 0;
  for (std::size_t l = 0; l < force.size(); ++l) {
    double line = 0;
    for (std::size_t m = 0; m < force.size(); ++m) {
      const double change = w(l, m) * (force[m] - m_before[m]);
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

BlockSweep::Result BlockSweep::run(ConstraintProblem& problem, ComplianceOperator& compliance, double tolerance) {
  Result result;
  m_violations.assign(problem.violation().begin(), problem.violation().end());
  m_blockErrors.clear();
  for (std::size_t b = 0; b < problem.blocks().size(); ++b) {
    const ConstraintBlock& block = problem.blocks()[b];
    const std::size_t row = block.firstRow, n = block.rows;
    const std::span<double> force(problem.lambda.data() + row, n), violation(m_violations.data() + row, n);
    m_before.assign(force.begin(), force.end());
    compliance.addDisplacement(problem, block, violation);
    m_laws[b].resolve(block, violation, force);
    m_blockErrors.push_back(errorOf(block, m_laws[b], force, tolerance, result.verified));
    result.error += m_blockErrors.back();
    compliance.forcesChanged(block, m_before, force);
  }
  return result;
}

}  // namespace sofa::component::constraintlagrangian
