// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/Relaxation.h"

namespace sofa::component::linearsolver {

/// Symmetric successive over-relaxation (docs/manual/solvers.md, "Preconditioners"): a backward and a forward sweep
/// over the unknowns.
///
/// For omega other than 1, the result is multiplied by 2 - omega with the scalar matrix type, and is not with
/// CompressedRowSparseMatrixMat3x3d.
class SSORPreconditioner : public MatrixSolver {
 public:
  Data<double> d_omega{this, "omega", 1.0, "relaxation, between 0 and 2"};

  void init() override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  void parseExtra(core::ComponentDescription& description) override;

 private:
  linearalgebra::SymmetricRelaxation m_relaxation;
  bool m_scaled = true;
};

}  // namespace sofa::component::linearsolver
