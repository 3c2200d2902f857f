// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/Relaxation.h"

namespace sofa::component::linearsolver {

/// z = (3x3 diagonal blocks of A)^-1 r. The number of unknowns must be a multiple of 3.
class BlockJacobiPreconditioner : public MatrixSolver {
 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  std::string matrixType() const override { return "BlockDiagonalMatrixMat3x3d"; }
  void parseExtra(core::ComponentDescription& description) override;

 private:
  linearalgebra::BlockDiagonalInverse m_inverse;
};

}  // namespace sofa::component::linearsolver
