#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Component/LinearSolver/OrderingMethod.h"
#include "Sofa/LinearAlgebra/SparseLU.h"

namespace sofa::component::linearsolver {

/// Direct solver for square systems of any kind by sparse Q R (sheet 02 §5.4); a singular one gets a solution of least
/// residual, and a warning.
class EigenSparseQR : public MatrixSolver {
 public:
  core::Link<OrderingMethod> l_orderingMethod{
      this, "orderingMethod",
      "how unknowns are numbered; default: the ordering method of the node, else what pays most"};

  void init() override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  linearalgebra::SparseQR m_qr;
  bool m_warned = false;
};

}  // namespace sofa::component::linearsolver
