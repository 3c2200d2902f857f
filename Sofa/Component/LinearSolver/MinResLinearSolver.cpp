// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/MinResLinearSolver.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void MinResLinearSolver::init() {
  checkRequiredData();
  checkPositive(d_tolerance);
  m_errors.reserve(std::min(d_iterations.value(), 100000u));
  setValid();
  connect("MatrixFreeSystem");
}

void MinResLinearSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  const core::ComponentScope scope(*this);
  const Keeping keeping(*this, s, b);
  if (!l_linearSystem) return;
  startFrom(s);
  SystemSpace space(m_ops, *l_linearSystem);
  const mechanics::MinimalResiduals method{.most = d_iterations.value(), .tolerance = d_tolerance.value()};
  const auto outcome = method.solve(space, s, b, {m_u, m_v, m_y, {m_w[0], m_w[1], m_w[2]}}, m_errors);
  if (outcome.isTrivial) return;
  d_graph.edit()["Error"] = m_errors;
  const double rightSide = std::sqrt(m_ops.dot(b, b));
  finish(outcome.end, outcome.iterations, outcome.residual / (rightSide > 0 ? rightSide : 1.0));
  // Otherwise forces that are not finite would leave a solution, and a run, that look sound.
  if (!std::isfinite(outcome.residual)) m_ops.addScaled(s, m_y, 1.0);
}

namespace {
const auto registered = [] {
  core::Register r("MinResLinearSolver", "Sofa.Component.LinearSolver.Iterative",
                   "minimal residuals: iterative, for symmetric systems, also indefinite ones");
  r.wasCalled("MINRESSolver", "SOFA v24.12").wasCalled("MinResSolver", "SOFA v24.12");
  r.addAs<MinResLinearSolver>("GraphScattered", true);
  for (const char* matrix :
       {"FullMatrix", "SparseMatrix", "CompressedRowSparseMatrixd", "CompressedRowSparseMatrixMat2x2d",
        "CompressedRowSparseMatrixMat3x3d", "CompressedRowSparseMatrixMat4x4d", "CompressedRowSparseMatrixMat6x6d",
        "CompressedRowSparseMatrixMat8x8d"})
    r.addAs<MinResLinearSolver>(matrix);
  return r;
}();
}  // namespace

}  // namespace sofa::component::linearsolver
