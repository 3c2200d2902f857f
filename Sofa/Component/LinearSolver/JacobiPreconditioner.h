// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/Relaxation.h"

namespace sofa::component::linearsolver {

/// z_i = r_i / A_ii.
class JacobiPreconditioner : public MatrixSolver {
 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  void parseExtra(core::ComponentDescription& description) override;

 private:
  linearalgebra::DiagonalInverse m_inverse;
};

}  // namespace sofa::component::linearsolver
