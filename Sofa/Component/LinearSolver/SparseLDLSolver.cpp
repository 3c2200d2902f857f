// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/SparseLDLSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void SparseLDLSolver::init() {
  MatrixSolver::init();
  connectOrderingMethod(*this, l_orderingMethod);
}

void SparseLDLSolver::configure(linearalgebra::SparseLDL& factors) const {
  if (!d_precomputeSymbolicDecomposition.value()) factors = linearalgebra::SparseLDL();
  factors.setOrdering(orderingOf(l_orderingMethod));
}

void SparseLDLSolver::tellAnalysis(const linearalgebra::SparseLDL& factors) {
  ++m_analyses;
  d_L_nnz.set(static_cast<int>(std::min<std::size_t>(factors.factorSize(), std::numeric_limits<int>::max())));
}

bool SparseLDLSolver::prepare(const linearalgebra::BlockMatrix& a) {
  configure(m_ldl);
  if (m_ldl.analyse(a)) tellAnalysis(m_ldl);
  return accept(a, m_ldl.factorise(a));
}

void SparseLDLSolver::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  m_ldl.solve(x);
}

namespace {
const auto registered = core::Register("SparseLDLSolver", "Sofa.Component.LinearSolver.Direct",
                                       "direct solver by sparse L D L^T, for symmetric systems")
                            .addAs<SparseLDLSolver>("CompressedRowSparseMatrixd", true)
                            .addAs<SparseLDLSolver>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
