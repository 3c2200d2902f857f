#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/IncompleteFactorisation.h"

namespace sofa::component::linearsolver {

/// Incomplete factorisation A = about L U by blocks, without fill: L and U have the pattern of A (ILU(0); Saad,
/// Iterative Methods for Sparse Linear Systems, 2003, section 10.3). For any square matrix; use BlockICPreconditioner
/// with conjugate gradients, which need a symmetric one.
///
/// Where a pivot breaks down, the factorisation is made of a matrix with a larger diagonal; `shift` tells how much.
class BlockILUPreconditioner : public MatrixSolver {
 public:
  Data<double> d_shift{
      this, "shift", 0.0, "part of the diagonal that had to be added to it, 0 as a rule", {.readOnly = true}};

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  using Factorisation = linearalgebra::IncompleteFactorisation;
  Factorisation m_factors{Factorisation::Kind::lu};
};

}  // namespace sofa::component::linearsolver
