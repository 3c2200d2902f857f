// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/CGLinearSolver.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"

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
  const std::size_t most = std::min(d_iterations.value(), 100000u);
  m_history.errors.reserve(most);
  m_history.curvatures.reserve(most);
  setValid();
  connect("MatrixFreeSystem");
}

void CGLinearSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  const core::ComponentScope scope(*this);
  const Keeping keeping(*this, s, b);
  if (!l_linearSystem) return;
  const mechanics::ConjugateGradients method{.most = d_iterations.value(),
                                             .tolerance = d_tolerance.value(),
                                             .threshold = d_threshold.value(),
                                             .startsFromGuess = d_warmStart.value(),
                                             .mayEndAtOnce = m_previousSolves > 0};
  if (method.startsFromGuess) startFrom(s);
  SystemSpace space(m_ops, *l_linearSystem);
  const auto outcome = method.solve(space, s, b, {m_residual, m_direction, m_product}, m_history);
  if (outcome.isTrivial) return;
  ++m_previousSolves;
  auto& graph = d_graph.edit();
  graph["Error"] = m_history.errors;
  graph["Denominator"] = m_history.curvatures;
  report(outcome);
  // Otherwise forces that are not finite would leave a solution, and a run, that look sound.
  if (!std::isfinite(outcome.residual)) m_ops.addScaled(s, m_residual, 1.0);
}

void CGLinearSolver::report(const mechanics::ConjugateGradients::Outcome& outcome) {
  if (outcome.passedTolerance)
    warning("tolerance reached at first iteration of CG. Check the 'tolerance' data field, you might decrease it.");
  if (outcome.passedThreshold)
    warning(
        "denominator threshold reached at first iteration of CG. Check the 'threshold' data field, you might decrease "
        "it.");
  if (outcome.negativeCurvature < 0) reportIndefinite(outcome.negativeCurvature);
  if (outcome.end == End::singular) reportSingular();
  finish(outcome.end, outcome.iterations, outcome.residual);
  m_largestRightSide = std::max(m_largestRightSide, outcome.rightSide);
  const bool counts = outcome.rightSide > negligible * m_largestRightSide;
  if (outcome.end == End::threshold && outcome.residual > farFromSolution && counts)
    reportRough(outcome.iterations, outcome.residual);
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
