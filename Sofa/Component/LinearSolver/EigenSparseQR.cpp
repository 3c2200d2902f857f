// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/EigenSparseQR.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void EigenSparseQR::init() {
  MatrixSolver::init();
  connectOrderingMethod(*this, l_orderingMethod);
}

bool EigenSparseQR::prepare(const linearalgebra::BlockMatrix& a) {
  constexpr double safe = 1e-10;  // least over largest pivot
  m_lu.setOrdering(orderingOf(l_orderingMethod));
  const auto byLU = m_lu.factorise(a);
  m_usesLU = byLU.status == linearalgebra::FactorResult::Status::ok && byLU.pivotLoss > safe;
  if (m_usesLU) return true;
  m_qr.setOrdering(orderingOf(l_orderingMethod));
  const auto result = m_qr.factorise(a);
  if (result.status != linearalgebra::FactorResult::Status::nearlySingular) return accept(a, result);
  if (!std::exchange(m_warned, true))
    warning(
        "The matrix is singular: its rank is {} of {}. The solution is one of least residual. Is a body unconstrained "
        "in a "
        "static solve, or a mass missing or zero?",
        m_qr.rank(), a.rows());
  return true;
}

void EigenSparseQR::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  if (m_usesLU)
    m_lu.solve(x);
  else
    m_qr.solve(x);
}

void EigenSparseQR::applyMany(linearalgebra::DenseMatrix& x) {
  if (m_usesLU)
    m_lu.solve(x);
  else
    MatrixSolver::applyMany(x);
}

namespace {
const auto registered = core::Register("EigenSparseQR", "Sofa.Component.LinearSolver.Direct",
                                       "direct solver by sparse Q R, for systems of any kind")
                            .addAs<EigenSparseQR>("CompressedRowSparseMatrixd")
                            .addAs<EigenSparseQR>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
