// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Component/LinearSolver/OrderingMethod.h"

namespace sofa::component::linearsolver {

/// What EigenSimplicialLDLT and EigenSimplicialLLT share: a sparse factorisation of the lower triangle of A. The names
/// are those of scenes; the supernodal factorisation of SparseLDLSolver does the work.
class EigenSimplicial : public MatrixSolver {
 public:
  core::Link<OrderingMethod> l_orderingMethod{
      this, "orderingMethod",
      "how unknowns are numbered; default: the ordering method of the node, else what pays most"};

  void init() override;

 protected:
  explicit EigenSimplicial(bool onlyPositiveDefinite) : m_onlyPositiveDefinite(onlyPositiveDefinite) {}
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  void applyMany(linearalgebra::DenseMatrix& x) override { m_ldl.solve(x); }

 private:
  bool m_onlyPositiveDefinite;
  linearalgebra::SparseLDL m_ldl{linearalgebra::Ordering::best, linearalgebra::SparseLDL::Triangle::lower};
};

/// L D L^T for symmetric systems, positive definite or not.
class EigenSimplicialLDLT : public EigenSimplicial {
 public:
  EigenSimplicialLDLT() : EigenSimplicial(false) {}
};

/// For positive definite systems; any other is an error.
class EigenSimplicialLLT : public EigenSimplicial {
 public:
  EigenSimplicialLLT() : EigenSimplicial(true) {}
};

}  // namespace sofa::component::linearsolver
