// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Component/LinearSolver/OrderingMethod.h"

namespace sofa::component::linearsolver {

/// Direct solver for symmetric systems, positive definite or not: A = L D L^T without pivoting.
///
/// One triangle of A is read, so a matrix that is not symmetric is replaced by a symmetric one. The symbolic
/// factorisation is kept while the pattern stays.
class SparseLDLSolver : public MatrixSolver {
 public:
  Data<bool> d_precomputeSymbolicDecomposition{
      this, "precomputeSymbolicDecomposition", true,
      "if true, the symbolic factorisation is kept while the pattern of the matrix stays; if false, made every time"};
  Data<int> d_L_nnz{this, "L_nnz", 0, "reals stored in the factor L", {.readOnly = true}};
  core::Link<OrderingMethod> l_orderingMethod{
      this, "orderingMethod",
      "how unknowns are numbered; default: the ordering method of the node, else what pays most"};

  void init() override;
  /// Symbolic factorisations made so far.
  std::size_t analyses() const { return m_analyses; }

 protected:
  bool waitsForNewMatrix() const override { return true; }
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  void applyMany(linearalgebra::DenseMatrix& x) override { m_ldl.solve(x); }
  void addProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j, double factor) override {
    m_ldl.addCompliance(j, factor, w);
  }

  /// Sets up `factors` as the Data say, before a factorisation.
  void configure(linearalgebra::SparseLDL& factors) const;
  /// Counts a symbolic factorisation, and shows the size of its factor.
  void tellAnalysis(const linearalgebra::SparseLDL& factors);

  linearalgebra::SparseLDL m_ldl;

 private:
  std::size_t m_analyses = 0;
};

}  // namespace sofa::component::linearsolver
