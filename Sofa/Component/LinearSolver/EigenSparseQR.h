// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Component/LinearSolver/OrderingMethod.h"
#include "Sofa/LinearAlgebra/SparseLU.h"

namespace sofa::component::linearsolver {

/// Direct solver for square systems of any kind. Where L U with pivoting is safe it does the work, for
/// it gives the same solution many times faster; Q R takes the systems that are singular or close to it. A singular one
/// gets a solution of least residual, and a warning.
class EigenSparseQR : public MatrixSolver {
 public:
  core::Link<OrderingMethod> l_orderingMethod{
      this, "orderingMethod",
      "how unknowns are numbered; default: the ordering method of the node, else what pays most"};

  void init() override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  bool solvesNonSymmetric() const override { return true; }
  void apply(std::span<const double> b, std::span<double> x) override;
  void applyMany(linearalgebra::DenseMatrix& x) override;

 private:
  linearalgebra::SparseLU m_lu;
  linearalgebra::SparseQR m_qr;
  bool m_usesLU = false, m_warned = false;
};

}  // namespace sofa::component::linearsolver
