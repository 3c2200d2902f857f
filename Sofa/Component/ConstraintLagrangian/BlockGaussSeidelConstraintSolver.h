#pragma once
#include "Sofa/Component/ConstraintLagrangian/GaussSeidelConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel on the assembled compliance W, kept sparse: of each column only the rows that share a body with it.
class BlockGaussSeidelConstraintSolver final : public GaussSeidelConstraintSolver {
 protected:
  void prepare(core::ConstraintProblem& problem) override;
  void diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const override;
  void addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                       std::span<double> d) const override;

 private:
  core::ComplianceMatrix m_w;
};

}  // namespace sofa::component::constraintlagrangian
