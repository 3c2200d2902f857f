// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/CGLinearSolver.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::linearsolver {

namespace {
/// Relative residual from which on a solution that a threshold stopped is told of.
constexpr double farFromSolution = 0.01;
/// Part of the largest right-hand side so far below which a solve does not count: at rest, and rightly, the threshold
/// stops all of them.
constexpr double negligible = 1e-3;
}  // namespace

void CGLinearSolver::init() {
  checkRequiredData();
  checkPositive(d_tolerance);
  checkPositive(d_threshold);
  m_errors.reserve(std::min(d_iterations.value(), 100000u));
  m_denominators.reserve(m_errors.capacity());
  setValid();
  connect("MatrixFreeSystem");
}

void CGLinearSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  const core::ComponentScope scope(*this);
  const Keeping keeping(*this, s, b);
  if (!l_linearSystem) return;
  const double tolerance = d_tolerance.value(), threshold = d_threshold.value();
  const unsigned most = d_iterations.value();
  m_errors.clear();
  m_denominators.clear();
  const double norm = std::sqrt(m_ops.dot(b, b));
  if (d_warmStart.value()) {
    startFrom(s);
    l_linearSystem->multiply(m_residual, s);
    m_ops.sum(m_residual, b, m_residual, -1.0);
  } else {
    m_ops.clear(s);
    m_ops.copy(m_residual, b);
  }
  if (norm == 0) return;
  const bool firstSolve = m_previousSolves++ == 0;

  double rho = m_ops.dot(m_residual, m_residual), previousRho = 0, error = 0;
  End end = End::limit;
  unsigned n = 1;
  for (; n <= most; ++n) {
    helper::checkInterrupt();
    error = std::sqrt(rho) / norm;
    m_errors.push_back(error);
    if (error <= tolerance) {
      if (n > 1 || !firstSolve) {
        end = End::tolerance;
        break;
      }
      warning("tolerance reached at first iteration of CG. Check the 'tolerance' data field, you might decrease it.");
    }
    if (n == 1)
      m_ops.copy(m_direction, m_residual);
    else
      m_ops.sum(m_direction, m_residual, m_direction, rho / previousRho);
    l_linearSystem->multiply(m_product, m_direction);
    const double denominator = m_ops.dot(m_direction, m_product);
    m_denominators.push_back(denominator);
    if (denominator < 0) reportIndefinite(denominator);
    if (!std::isfinite(denominator)) {
      error = denominator;
      break;
    }
    if (denominator == 0) {
      reportNoResistance();
      end = End::noResistance;
      break;
    }
    if (std::abs(denominator) <= threshold) {
      if (n > 1 || !firstSolve) {
        end = End::threshold;
        break;
      }
      warning(
          "denominator threshold reached at first iteration of CG. Check the 'threshold' data field, you might "
          "decrease it.");
    }
    previousRho = rho;
    rho = m_ops.stepAndResidual(s, m_direction, m_residual, m_product, rho / denominator);
  }
  auto& graph = d_graph.edit();
  graph["Error"] = m_errors;
  graph["Denominator"] = m_denominators;
  finish(end, n - 1, error);
  m_largestRightSide = std::max(m_largestRightSide, norm);
  if (end == End::threshold && error > farFromSolution && norm > negligible * m_largestRightSide)
    reportRough(n - 1, error);
  // Otherwise forces that are not finite would leave a solution, and a run, that look sound.
  if (!std::isfinite(error)) m_ops.addScaled(s, m_residual, 1.0);
}

void CGLinearSolver::reset() {
  IterativeSolver::reset();
  if (d_fullReset.value()) m_previousSolves = 0;
}

void CGLinearSolver::archive(core::Archive& archive) { archive.io(m_previousSolves); }

namespace {
// GraphScattered: products without a matrix. Every other type assembles one.
const auto registered = [] {
  core::Register r("CGLinearSolver", "Sofa.Component.LinearSolver.Iterative",
                   "conjugate gradients without preconditioner, matrix-free or on an assembled matrix");
  r.wasCalled("CGSolver", "SOFA v24.12").wasCalled("ConjugateGradient", "SOFA v24.12");
  r.addAs<CGLinearSolver>("GraphScattered", true);
  for (const char* matrix :
       {"FullMatrix", "SparseMatrix", "CompressedRowSparseMatrixd", "CompressedRowSparseMatrixMat2x2d",
        "CompressedRowSparseMatrixMat3x3d", "CompressedRowSparseMatrixMat4x4d", "CompressedRowSparseMatrixMat6x6d",
        "CompressedRowSparseMatrixMat8x8d"})
    r.addAs<CGLinearSolver>(matrix);
  return r;
}();

// Products with an assembled matrix run in parallel in any case: the name stays for scenes.
const auto registeredParallel =
    core::Register("ParallelCGLinearSolver", "MultiThreading",
                   "CGLinearSolver on an assembled matrix; every solver here works in parallel (--threads)")
        .addAs<CGLinearSolver>("ParallelCompressedRowSparseMatrixd", true)
        .addAs<CGLinearSolver>("ParallelCompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
