// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/IterativeSolver.h"

#include "Sofa/Component/LinearSolver/LinearSystemSearch.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"

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
  struct Mark {
    bool& flag;
    ~Mark() { flag = false; }
  };
  const Mark mark{m_isForCompliance = true};
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

void IterativeSolver::keep(core::VecDerivId s, core::VecDerivId b) {
  const auto* matrix = l_linearSystem ? l_linearSystem->matrix() : nullptr;
  if (!matrix || m_isForCompliance) return;
  m_lastB.resize(static_cast<std::size_t>(matrix->rows()));
  m_lastX.resize(m_lastB.size());
  l_linearSystem->gather(b, m_lastB);
  l_linearSystem->gather(s, m_lastX);
}

void IterativeSolver::checkPositive(Data<double>& data) {
  if (data.value() >= 0) return;
  warning("{}=\"{}\" is negative; 1e-5 is used.", data.name(), data.value());
  data.set(1e-5);
}

void IterativeSolver::startFrom(core::VecDerivId s) {
  m_ops.allocate(s);
  if (!std::exchange(m_wasReset, false)) return;
  if (d_fullReset.value() || !core::reproducesSofa(*this))
    m_ops.clear(s);
  else if (m_statistics.solves > 0 && !std::exchange(m_toldKept, true))
    message(helper::Severity::Info,
            "In SOFA v26.06 the first solve after a reset starts from the last solution before it, so that results may "
            "differ from those of a fresh run. fullReset=\"1\", or compatibility=\"exact\" at the root, starts from "
            "zero.");
}

void IterativeSolver::finish(End end, unsigned iterations, double relativeResidual) {
  ++m_statistics.solves;
  m_statistics.converged += end != End::limit;
  m_stoppedByThreshold += end == End::threshold;
  m_statistics.iterations += iterations;
  m_statistics.lastResidual = relativeResidual;
  if (!std::isfinite(relativeResidual)) {
    if (!std::exchange(m_toldNotFinite, true))
      error(
          "The residual is not finite after {} iterations: forces or matrix of the system of {} hold values that are "
          "not finite. Look for degenerate elements, zero masses or a diverging simulation.",
          iterations, context()->path());
  } else if (end == End::limit && !std::exchange(m_toldUnconverged, true)) {
    warning(
        "The solution is approximate: stopped after {} iterations at a relative residual of {:.2g}. Raise iterations "
        "if it should be exact. This is said once; the summary of the run counts such solves.",
        iterations, relativeResidual);
  }
}

void IterativeSolver::reportRough(unsigned iterations, double relativeResidual) {
  if (!std::exchange(m_toldThreshold, true))
    warning(
        "The solution is a rough one: {} stopped the solve after {} iterations at a relative residual of {:.2g}. Lower "
        "threshold so that tolerance decides; if it is tiny already, look for points without mass and stiffness. This "
        "is said once; the summary of the run counts such solves.",
        describe("threshold"), iterations, relativeResidual);
}

std::string IterativeSolver::describe(const char* name) const {
  const auto* data = findData(name);
  return data ? fmt::format("{}=\"{}\"", name, data->text()) : name;
}

std::string IterativeSolver::otherEnds() const {
  if (m_stoppedByThreshold == 0) return {};
  return fmt::format(", {} by {} before {} was met", m_stoppedByThreshold, describe("threshold"),
                     describe("tolerance"));
}

void IterativeSolver::reportIndefinite(double curvature) {
  if (!std::exchange(m_toldIndefinite, true))
    warning(
        "The matrix of the system is not positive definite (p.Ap = {:.3g} for a search direction): this method may not "
        "converge. Use MinResLinearSolver or SparseLDLSolver, or a smaller time step.",
        curvature);
}

void IterativeSolver::reportSingular() {
  if (!std::exchange(m_toldSingular, true))
    warning(
        "The solve stopped early: the matrix of the system is singular along a search direction (p.Ap = 0). Look for "
        "points without mass and stiffness, or for a body that nothing holds. This is said once.");
}

}  // namespace sofa::component::linearsolver
