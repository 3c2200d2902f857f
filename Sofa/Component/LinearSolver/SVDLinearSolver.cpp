#include "Sofa/Component/LinearSolver/SVDLinearSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

bool SVDLinearSolver::prepare(const linearalgebra::BlockMatrix& a) {
  warnIfLarge(a.rows());
  if (!m_svd.factorise(a)) return accept(a, {linearalgebra::FactorResult::Status::notFinite, -1, 0});
  d_conditionNumber.set(m_svd.conditionNumber());
  if (d_verbose.value())
    message(helper::Severity::Info, fmt::format("condition number {:.6g}, singular values {:.6g}",
                                                m_svd.conditionNumber(), fmt::join(m_svd.singularValues(), " ")));
  return true;
}

void SVDLinearSolver::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  m_svd.solve(x, d_minSingularValue.value());
}

namespace {
const auto registered = core::Register("SVDLinearSolver", "Sofa.Component.LinearSolver.Direct",
                                       "solver by dense singular values, for small systems of any kind")
                            .wasCalled("SVD", "SOFA v24.12")
                            .wasCalled("SVDLinear", "SOFA v24.12")
                            .addAs<SVDLinearSolver>("FullMatrix")
                            .addAs<SVDLinearSolver>("CompressedRowSparseMatrixd")
                            .addAs<SVDLinearSolver>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
