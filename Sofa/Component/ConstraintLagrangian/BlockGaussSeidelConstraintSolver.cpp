#include "Sofa/Component/ConstraintLagrangian/BlockGaussSeidelConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void BlockGaussSeidelConstraintSolver::prepare(core::ConstraintProblem& problem) {
  assembly().compliance(m_w, d_regularizationTerm.value());
  for (const auto& block : problem.blocks())
    if (block.startsFromLast)
      std::copy_n(problem.last.begin() + block.firstRow, block.rows, problem.lambda.begin() + block.firstRow);
}

void BlockGaussSeidelConstraintSolver::diagonalBlock(const core::ConstraintBlock& block,
                                                     linearalgebra::DenseMatrix& w) const {
  w.resize(block.rows, block.rows);
  for (int i = 0; i < block.rows; ++i)
    for (int j = 0; j < block.rows; ++j) w(i, j) = m_w(block.firstRow + i, block.firstRow + j);
}

void BlockGaussSeidelConstraintSolver::addDisplacement(const core::ConstraintProblem& problem,
                                                       const core::ConstraintBlock& block, std::span<double> d) const {
  for (int i = 0; i < block.rows; ++i) d[i] = m_w.addColumnDot(block.firstRow + i, problem.lambda, d[i]);
}

namespace {
const auto registered =
    core::Register("BlockGaussSeidelConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of constraints by block Gauss-Seidel sweeps")
        .add<BlockGaussSeidelConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian
