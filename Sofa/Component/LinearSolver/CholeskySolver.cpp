// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/CholeskySolver.h"

#include "Sofa/Component/LinearSolver/FailureReport.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

bool CholeskySolver::prepare(const linearalgebra::BlockMatrix& a) {
  warnIfLarge(a.rows());
  const auto result = m_cholesky.factorise(a);
  if (result.status != linearalgebra::FactorResult::Status::zeroPivot) return accept(a, result);
  fail(fmt::format(
      "Failed to factorize. The matrix is not positive definite at {}. The solution is set to zero. Is a body "
      "unconstrained, a mass missing or zero? SparseLDLSolver takes indefinite systems; a smaller dt may avoid them.",
      describeRow(*l_linearSystem, result.row)));
  return false;
}

void CholeskySolver::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  m_cholesky.solve(x);
}

namespace {
const auto registered = core::Register("CholeskySolver", "Sofa.Component.LinearSolver.Direct",
                                       "direct solver by dense L L^T, for small positive definite systems")
                            .addAs<CholeskySolver>("SparseMatrix", true)
                            .addAs<CholeskySolver>("FullMatrix");
}  // namespace

}  // namespace sofa::component::linearsolver
