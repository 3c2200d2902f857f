#include "Sofa/Component/LinearSolver/IterativeSolver.h"

#include "Sofa/Component/LinearSolver/LinearSystemSearch.h"

namespace sofa::component::linearsolver {

void IterativeSolver::connect(std::string_view matrixFreeClass) {
  m_ops.bind(*context(), d_tags.value());
  const bool matrixFree = templateName() == "GraphScattered";
  connectLinearSystem(*this, l_linearSystem, matrixFree ? matrixFreeClass : "MatrixLinearSystem", templateName());
}

void IterativeSolver::build(const core::MechanicalParams& params) {
  if (l_linearSystem) l_linearSystem->build(params);
}

bool IterativeSolver::addComplianceProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j,
                                           double factor) {
  if (!l_linearSystem || !l_linearSystem->matrix()) return false;
  for (int c = 0; c < j.rows(); ++c) {
    m_flat.assign(static_cast<std::size_t>(l_linearSystem->matrix()->rows()), 0.0);
    for (int k = j.start[c]; k < j.start[c + 1]; ++k) m_flat[j.columns[k]] += j.values[k];
    l_linearSystem->scatter(m_flat, m_row);
    m_ops.clear(m_response);
    solve(m_response, m_row);
    l_linearSystem->gather(m_response, m_flat);
    for (int r = 0; r < j.rows(); ++r)
      for (int k = j.start[r]; k < j.start[r + 1]; ++k) w(r, c) += factor * j.values[k] * m_flat[j.columns[k]];
  }
  return true;
}

void IterativeSolver::checkPositive(Data<double>& data) {
  if (data.value() >= 0) return;
  warning("{}=\"{}\" is negative; 1e-5 is used.", data.name(), data.value());
  data.set(1e-5);
}

void IterativeSolver::finish(bool converged, unsigned iterations, double relativeResidual) {
  ++m_statistics.solves;
  m_statistics.converged += converged;
  m_statistics.iterations += iterations;
  m_statistics.lastResidual = relativeResidual;
  if (!std::isfinite(relativeResidual)) {
    if (!std::exchange(m_toldNotFinite, true))
      error(
          "The residual is not finite after {} iterations: forces or matrix of the system of {} hold values that are "
          "not finite. Look for degenerate elements, zero masses or a diverging simulation.",
          iterations, context()->path());
  } else if (!converged && !std::exchange(m_toldUnconverged, true)) {
    warning(
        "The solution is approximate: stopped after {} iterations at a relative residual of {:.2g}. Raise iterations "
        "if it should be exact. This is said once; the summary of the run counts such solves.",
        iterations, relativeResidual);
  }
}

void IterativeSolver::reportIndefinite(double curvature) {
  if (!std::exchange(m_toldIndefinite, true))
    warning(
        "The matrix of the system is not positive definite (p.Ap = {:.3g} for a search direction): this method may not "
        "converge. Use MinResLinearSolver or SparseLDLSolver, or a smaller time step.",
        curvature);
}

}  // namespace sofa::component::linearsolver
