// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/DenseSolvers.h"

namespace sofa::component::linearsolver {

/// Solver for small systems of any kind, singular ones too, by a dense singular value decomposition A = U S V^T: x = V
/// S^+ U^T b, where singular values up to minSingularValue count as infinite.
class SVDLinearSolver : public MatrixSolver {
 public:
  Data<bool> d_verbose{this, "verbose", false, "print the condition number and the singular values of each matrix"};
  Data<double> d_minSingularValue{
      this, "minSingularValue", 1e-6,
      "the solution has no part along singular vectors whose value is at most this (absolute, in units of the matrix)"};
  Data<double> d_conditionNumber{this, "conditionNumber", 0.0, "largest singular value over the smallest"};

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  bool solvesNonSymmetric() const override { return true; }
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  /// Tells of values that are left out by the default, which is a value with a unit, although the matrix is not
  /// singular.
  void tellDropped();

  linearalgebra::DenseSVD m_svd;
  bool m_toldDropped = false;
};

}  // namespace sofa::component::linearsolver
