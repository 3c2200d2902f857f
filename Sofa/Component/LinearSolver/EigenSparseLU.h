// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Component/LinearSolver/OrderingMethod.h"
#include "Sofa/LinearAlgebra/SparseLU.h"

namespace sofa::component::linearsolver {

/// Direct solver for square systems of any kind: sparse L D L^T where they are symmetric and positive definite, else
/// L U with partial pivoting.
class EigenSparseLU : public MatrixSolver {
 public:
  core::Link<OrderingMethod> l_orderingMethod{
      this, "orderingMethod",
      "how unknowns are numbered; default: the ordering method of the node, else what pays most"};

  void init() override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  bool solvesNonSymmetric() const override { return true; }
  void apply(std::span<const double> b, std::span<double> x) override;
  void applyMany(linearalgebra::DenseMatrix& x) override { m_lu.solve(x); }

 private:
  linearalgebra::SparseLU m_lu;
};

}  // namespace sofa::component::linearsolver
