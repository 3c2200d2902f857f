// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/BlockTridiagonal.h"

namespace sofa::component::linearsolver {

/// Direct solver for block tridiagonal systems with 6x6 blocks, such as chains of rigid frames numbered along the
/// chain: the block Thomas algorithm (docs/manual/solvers.md, "Block tridiagonal systems").
class BTDLinearSolver : public MatrixSolver {
 public:
  Data<bool> d_verbose{this, "verbose", false, "print the size of each system"};
  Data<bool> d_showProblem{
      this, "showProblem", false, "print the relative residual of each solution", {.group = "Visualization"}};
  Data<bool> d_subpartSolve{this, "subpartSolve", false,
                            "kept for scenes that set it: systems are solved as a whole, which gives the same result"};
  Data<bool> d_verification{this, "verification", false,
                            "check each solution against the matrix, entries off the three diagonals included"};

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  void check(std::span<const double> b, std::span<const double> x);

  linearalgebra::BlockTridiagonal m_factors;
  linearalgebra::BlockMatrix m_sixes;  // the matrix in 6x6 blocks, if it comes in others
  std::vector<double> m_product;
  bool m_warnedOutside = false, m_warnedResidual = false;
};

}  // namespace sofa::component::linearsolver
