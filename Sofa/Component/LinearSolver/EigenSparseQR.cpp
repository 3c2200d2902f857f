#include "Sofa/Component/LinearSolver/EigenSparseQR.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::linearsolver {

void EigenSparseQR::init() {
  MatrixSolver::init();
  connectOrderingMethod(*this, l_orderingMethod);
}

bool EigenSparseQR::prepare(const linearalgebra::BlockMatrix& a) {
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
  m_qr.solve(x);
}

namespace {
const auto registered = core::Register("EigenSparseQR", "Sofa.Component.LinearSolver.Direct",
                                       "direct solver by sparse Q R, for systems of any kind")
                            .addAs<EigenSparseQR>("CompressedRowSparseMatrixd")
                            .addAs<EigenSparseQR>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
