#pragma once
#include "Sofa/Component/ConstraintLagrangian/GaussSeidelConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel without the matrix W: corrections give its diagonal blocks, and displacements for the forces so far.
/// Starts from zero. With many contacts on few bodies it is faster than the assembled form, and needs less memory.
class UnbuiltGaussSeidelConstraintSolver final : public GaussSeidelConstraintSolver {
 protected:
  void prepare(core::ConstraintProblem& problem) override;
  void diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const override;
  void addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                       std::span<double> d) const override;
  void forcesChanged(const core::ConstraintBlock& block, std::span<const double> before,
                     std::span<const double> now) override;

 private:
  std::vector<double> m_change;
};

}  // namespace sofa::component::constraintlagrangian
