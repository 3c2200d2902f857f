// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/MatrixSolver.h"

#include <cmath>

#include "Sofa/Component/LinearSolver/FailureReport.h"
#include "Sofa/Component/LinearSolver/LinearSystemSearch.h"
#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::linearsolver {

void MatrixSolver::init() {
  setValid();
  connectLinearSystem(*this, l_linearSystem, systemClass(), matrixType());
  if (waitsInVain())
    core::tellDefect(*this,
                     fmt::format("this solver waits to be told of a new matrix, which {}, a {}, never does: its "
                                 "solution stays zero",
                                 l_linearSystem->path(), l_linearSystem->className()),
                     "Set linearSystem to a MatrixLinearSystem");
}

void MatrixSolver::cleanup() {
  if (m_failures > 1) warning("The system could not be solved {} times in all.", m_failures);
  m_failures = 0;
}

void MatrixSolver::build(const core::MechanicalParams& params) {
  if (!l_linearSystem) return;
  core::MechanicalParams mine = params;
  mine.symmetricOnly = !solvesNonSymmetric();
  l_linearSystem->build(mine);
  if (m_version != l_linearSystem->version()) d_factorizationInvalidation.set(true);
}

bool MatrixSolver::waitsInVain() const {
  return l_linearSystem && waitsForNewMatrix() && !core::announcesMatrix(*l_linearSystem) &&
         core::reproducesSofa(*this);
}

bool MatrixSolver::update() {
  if (waitsInVain()) return m_prepared = false;
  const linearalgebra::BlockMatrix* a = l_linearSystem ? l_linearSystem->matrix() : nullptr;
  if (!a) {
    fail(l_linearSystem ? fmt::format("The linear system {} has no matrix, which {} needs. Link a MatrixLinearSystem.",
                                      l_linearSystem->path(), className())
                        : "There is no linear system to solve. Add a MatrixLinearSystem, or set linearSystem.");
    return false;
  }
  beforeSolve();
  if (m_version == l_linearSystem->version()) return m_prepared;
  const helper::ProfileScope scope("Factorisation");
  m_prepared = false;  // if the factorisation is interrupted: the next solve makes it then
  if (a->rows() == 0 && !std::exchange(m_warnedEmpty, true))
    warning("Invalid Linear System to solve (null size): there is no unknown below {}. Add a MechanicalObject there.",
            context()->path());
  m_prepared = a->rows() > 0 && prepare(*a);
  m_version = l_linearSystem->version();
  d_factorizationInvalidation.set(false);
  return m_prepared;
}

void MatrixSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  const core::ComponentScope timed(*this);
  const bool ready = update();
  if (!l_linearSystem || !l_linearSystem->matrix()) return;
  const helper::ProfileScope scope("Solve");
  const std::size_t size = l_linearSystem->matrix()->rows();
  m_x.resize(size);
  m_b.resize(size);
  l_linearSystem->gather(b, m_b);
  if (ready) {
    l_linearSystem->gather(s, m_x);
    applyChecked(m_b, m_x);
  } else {
    std::fill(m_x.begin(), m_x.end(), 0.0);
  }
  l_linearSystem->scatter(m_x, s);
  ++m_statistics.solves;
  m_statistics.converged += ready;
}

void MatrixSolver::solve(std::span<const double> b, std::span<double> x) {
  if (update())
    applyChecked(b, x);
  else
    std::fill(x.begin(), x.end(), 0.0);
}

double MatrixSolver::residual(std::span<const double> b, std::span<const double> x) {
  m_residual.resize(x.size());
  solvedMatrix().multiply(x, m_residual);
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    m_residual[i] = b[i] - m_residual[i];
    error += m_residual[i] * m_residual[i];
    norm += b[i] * b[i];
  }
  return error == 0 ? 0 : std::sqrt(error / norm);
}

/// Where a small pivot cost digits, the residual is solved for again as long as that helps (Golub and Van Loan, Matrix
/// Computations, 3.5.3). Without a solution the residual is as large as the right-hand side.
void MatrixSolver::applyChecked(std::span<const double> b, std::span<double> x) {
  apply(b, x);
  if (!m_doubtful) return;
  constexpr double wanted = 1e-6, allowed = 1e-3;
  double error = residual(b, x);
  for (double former = 2 * error; std::isfinite(error) && error > wanted && error <= former / 2;) {
    former = error;
    m_correction.resize(x.size());
    apply(m_residual, m_correction);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += m_correction[i];
    error = residual(b, x);
  }
  if (error <= allowed) return;
  std::fill(x.begin(), x.end(), 0.0);
  fail(fmt::format(
      "The system is singular and its right-hand side has no solution (relative residual {:.2g}). The solution "
      "is set to zero. Is a body unconstrained, or a mass missing?",
      error));
}

void MatrixSolver::solve(linearalgebra::DenseMatrix& x) {
  if (update())
    applyMany(x);
  else
    x.setZero();
}

void MatrixSolver::applyMany(linearalgebra::DenseMatrix& x) {
  const auto size = static_cast<std::size_t>(x.rows());
  m_column.resize(size);
  for (Eigen::Index c = 0; c < x.cols(); ++c) {
    helper::checkInterrupt();
    std::copy_n(x.col(c).data(), size, m_column.begin());
    apply(m_column, {x.col(c).data(), size});
  }
}

bool MatrixSolver::addComplianceProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j,
                                        double factor) {
  if (!m_prepared && !update()) return false;
  addProduct(w, j, factor);
  return true;
}

void MatrixSolver::addProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j, double factor) {
  const int n = l_linearSystem->matrix()->rows();
  constexpr int together = 64;  // right-hand sides, to bound memory
  for (int first = 0; first < j.rows(); first += together) {
    helper::checkInterrupt();
    const int count = std::min(together, j.rows() - first);
    m_columns.setZero(n, count);
    for (int c = 0; c < count; ++c)
      for (int k = j.start[first + c]; k < j.start[first + c + 1]; ++k) m_columns(j.columns[k], c) += j.values[k];
    applyMany(m_columns);
    for (int row = 0; row < j.rows(); ++row)
      for (int k = j.start[row]; k < j.start[row + 1]; ++k)
        for (int c = 0; c < count; ++c) w(row, first + c) += factor * j.values[k] * m_columns(j.columns[k], c);
  }
}

bool MatrixSolver::accept(const linearalgebra::BlockMatrix& a, const linearalgebra::FactorResult& result) {
  using Status = linearalgebra::FactorResult::Status;
  m_doubtful = false;
  if (result.status == Status::ok) return true;
  const std::string reason = explainFailure(*l_linearSystem, a, result);
  if (!result.usable()) {
    fail("Failed to factorize. " + reason + " The solution is set to zero.");
    return false;
  }
  if (!std::exchange(m_warnedDoubtful, true)) warning("{}", reason);
  m_doubtful = true;
  return true;
}

void MatrixSolver::fail(const std::string& text) {
  if (m_failures++ == 0) error("{} (Said once; failures are counted.)", text);
}

void MatrixSolver::warnIfLarge(int unknowns) {
  constexpr int large = 3000;
  if (unknowns <= large || std::exchange(m_warnedLarge, true)) return;
  warning("{} works on dense matrices: with {} unknowns it is slow and takes {:.1f} GB. SparseLDLSolver is faster.",
          className(), unknowns, 8e-9 * unknowns * unknowns);
}

}  // namespace sofa::component::linearsolver
