// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/IncompleteFactorisation.h"

namespace sofa::component::linearsolver {

/// Incomplete factorisations of A by blocks, without fill: the factors have the pattern of A (ILU(0) and IC(0); Saad,
/// Iterative Methods for Sparse Linear Systems, 2003, section 10.3). BlockILUPreconditioner is A = about L U for any
/// square matrix, BlockICPreconditioner A = about L D L^T for symmetric positive definite ones.
///
/// Where a pivot breaks down, the factorisation is made of a matrix with a larger diagonal; `shift` tells how much.
template <linearalgebra::IncompleteFactorisation::Kind kind>
class BlockIncompletePreconditioner : public MatrixSolver {
 public:
  Data<double> d_shift{
      this, "shift", 0.0, "part of the diagonal that had to be added to it, 0 as a rule", {.readOnly = true}};

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  linearalgebra::IncompleteFactorisation m_factors{kind};
  bool m_toldShift = false;
};

}  // namespace sofa::component::linearsolver
