// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/EigenSimplicial.h"

#include "Sofa/Component/LinearSolver/FailureReport.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void EigenSimplicial::init() {
  MatrixSolver::init();
  connectOrderingMethod(*this, l_orderingMethod);
}

bool EigenSimplicial::prepare(const linearalgebra::BlockMatrix& a) {
  m_ldl.setOrdering(orderingOf(l_orderingMethod));
  if (!accept(a, m_ldl.factorise(a))) return false;
  if (!m_onlyPositiveDefinite || m_ldl.positiveDefinite()) return true;
  const auto pivots = m_ldl.pivots();
  const auto first = std::find_if(pivots.begin(), pivots.end(), [](double d) { return d < 0; }) - pivots.begin();
  const int b = a.blockSize(), position = static_cast<int>(first);
  fail(fmt::format(
      "Failed to factorize. The matrix is not positive definite: {} of {} pivots are negative, the first at {}. The "
      "solution is set to zero. EigenSimplicialLDLT and SparseLDLSolver take such systems; a smaller dt may avoid "
      "them.",
      m_ldl.negativePivots(), pivots.size(),
      describeRow(*l_linearSystem, m_ldl.eliminationOrder()[position / b] * b + position % b)));
  return false;
}

void EigenSimplicial::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  m_ldl.solve(x);
}

namespace {
const auto ldlt = core::Register("EigenSimplicialLDLT", "Sofa.Component.LinearSolver.Direct",
                                 "direct solver by sparse L D L^T, for symmetric systems")
                      .addAs<EigenSimplicialLDLT>("CompressedRowSparseMatrixd")
                      .addAs<EigenSimplicialLDLT>("CompressedRowSparseMatrixMat3x3d");
const auto llt = core::Register("EigenSimplicialLLT", "Sofa.Component.LinearSolver.Direct",
                                "direct solver by sparse L L^T, for positive definite systems")
                     .addAs<EigenSimplicialLLT>("CompressedRowSparseMatrixd")
                     .addAs<EigenSimplicialLLT>("CompressedRowSparseMatrixMat3x3d");
const auto supernodal = core::Register("EigenCholmodSupernodalLLT", "SofaCHOLMOD",
                                       "direct solver by sparse L L^T, for positive definite systems")
                            .addAs<EigenSimplicialLLT>("CompressedRowSparseMatrixd")
                            .addAs<EigenSimplicialLLT>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
