// SPDX-License-Identifier: Apache-2.0
// The constraint and the solver of docs/manual/constraint-problem.md.
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa {
namespace {

class HeightConstraint : public core::BaseLagrangianConstraint {
 public:
  core::Data<double> d_height{this, "height", 0.0, "height of the points (m)"};
  core::Data<std::vector<type::Index>> d_indices{this, "indices", {}, "points"};
  core::Link<core::State<type::Vec3Types>> l_mstate{this, "state", "state of the points"};

  void addRows(core::ConstraintProblem& problem) override;
};

/// Keeps points of a state at a height.
void HeightConstraint::addRows(core::ConstraintProblem& problem) {
  const auto& free = l_mstate->coords(problem.params.xFree);
  for (const auto i : d_indices.value()) {
    core::ConstraintBlock block;
    block.identity = i;
    block.startsFromLast = true;
    const int row = problem.addBlock(block, free[i].y() - d_height.value());
    problem.jacobian.add(l_mstate.get(), row, i, type::Vec3(0, 1, 0));
  }
}

using component::constraintlagrangian::IterativeConstraintSolver,
    component::constraintlagrangian::RegularizedCompliance;

class MySolver : public IterativeConstraintSolver {
 protected:
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;

 private:
  RegularizedCompliance m_compliance{this};
};

/// Finds problem.lambda, which holds zeros: Richardson's iteration for equalities.
auto MySolver::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  m_compliance.build(assembly(), d_regularizationTerm.value());  // RegularizedCompliance m_compliance{this};
  const linearalgebra::DenseMatrix w = m_compliance.matrix().dense();
  const Eigen::Map<const Eigen::VectorXd> free(problem.violation().data(), problem.rows());
  Eigen::Map<Eigen::VectorXd> lambda(problem.lambda.data(), problem.rows());
  Outcome outcome;
  while (outcome.iterations < d_maxIterations.value() && !outcome.solved) {
    const Eigen::VectorXd violation = free + w * lambda;
    lambda -= violation / w.norm();
    outcome.iterations += 1;
    outcome.error = violation.norm();
    outcome.solved = m_residual.isSolved(m_compliance, outcome.error < tolerance);
  }
  return outcome;
}

const auto height = core::Register("HeightConstraint", "Manual", "points at a height").add<HeightConstraint>();
const auto solver = core::Register("MySolver", "Manual", "multipliers by Richardson's iteration").add<MySolver>();

}  // namespace
}  // namespace sofa
