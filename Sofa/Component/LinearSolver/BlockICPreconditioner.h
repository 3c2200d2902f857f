#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/IncompleteFactorisation.h"

namespace sofa::component::linearsolver {

/// Incomplete factorisation A = about L D L^T by blocks, without fill: L has the pattern of the lower triangle of A
/// (IC(0); Saad, Iterative Methods for Sparse Linear Systems, 2003, section 10.3), for symmetric positive definite
/// matrices.
///
/// Where a pivot breaks down, the factorisation is made of a matrix with a larger diagonal; `shift` tells how much.
class BlockICPreconditioner : public MatrixSolver {
 public:
  Data<double> d_shift{
      this, "shift", 0.0, "part of the diagonal that had to be added to it, 0 as a rule", {.readOnly = true}};

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  using Factorisation = linearalgebra::IncompleteFactorisation;
  Factorisation m_factors{Factorisation::Kind::cholesky};
};

}  // namespace sofa::component::linearsolver
