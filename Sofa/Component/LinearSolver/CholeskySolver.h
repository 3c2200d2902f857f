// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/DenseSolvers.h"

namespace sofa::component::linearsolver {

/// Direct solver for small positive definite systems: dense L L^T of the lower part.
class CholeskySolver : public MatrixSolver {
 protected:
  bool waitsForNewMatrix() const override { return true; }
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  linearalgebra::DenseCholesky m_cholesky;
};

}  // namespace sofa::component::linearsolver
