// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/MinResLinearSolver.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::linearsolver {

namespace {
constexpr double epsilonMachine = std::numeric_limits<double>::epsilon();
}

void MinResLinearSolver::init() {
  checkRequiredData();
  checkPositive(d_tolerance);
  m_errors.reserve(std::min(d_iterations.value(), 100000u));
  setValid();
  connect("MatrixFreeSystem");
}

// One step of the Lanczos process: y becomes the next vector, v = y / beta the one the product was made of, and u keeps
// y as it was. The three vectors of the three-term recurrence are y, u and the one u replaces.
void MinResLinearSolver::lanczosStep(unsigned i, Recurrence& c) {
  m_ops.copy(m_v, m_y);
  m_ops.scale(m_v, 1.0 / c.beta);
  // The product goes where the direction of the solution will be computed: its content is not needed any more.
  const core::VecDerivId product = m_w[i % 3];
  l_linearSystem->multiply(product, m_v);
  if (i > 0) m_ops.addScaled(product, m_u, -c.beta / c.previousBeta);
  c.alpha = m_ops.dot(m_v, product);
  m_ops.addScaled(product, m_y, -c.alpha / c.beta);
  m_ops.copy(m_u, m_y);
  m_ops.copy(m_y, product);
  c.previousBeta = c.beta;
  c.beta = std::sqrt(m_ops.dot(m_y, m_y));
  c.squaredNorm += c.alpha * c.alpha + c.previousBeta * c.previousBeta + c.beta * c.beta;
}

void MinResLinearSolver::Recurrence::rotate() {
  previousEpsilon = epsilon;
  delta = cosine * dbar + sine * alpha;
  const double gbar = sine * dbar - cosine * alpha;
  epsilon = sine * beta;
  dbar = -cosine * beta;
  root = std::hypot(gbar, dbar);
  gamma = std::max(std::hypot(gbar, beta), epsilonMachine);
  cosine = gbar / gamma;
  sine = beta / gamma;
  phi = cosine * phibar;
  phibar = sine * phibar;
}

void MinResLinearSolver::updateSolution(core::VecDerivId s, Recurrence& c, unsigned i) {
  // w_i, w_(i-1) and w_(i-2) change places; the first two w before the start are zero.
  const core::VecDerivId w = m_w[i % 3], previous = m_w[(i + 2) % 3], beforePrevious = m_w[(i + 1) % 3];
  m_ops.sum(w, m_v, beforePrevious, -c.previousEpsilon);
  m_ops.addScaled(w, previous, -c.delta);
  m_ops.scale(w, 1.0 / c.gamma);
  m_ops.addScaled(s, w, c.phi);
  c.largestGamma = i == 0 ? c.gamma : std::max(c.largestGamma, c.gamma);
  c.smallestGamma = i == 0 ? c.gamma : std::min(c.smallestGamma, c.gamma);
}

MinResLinearSolver::End MinResLinearSolver::test(core::VecDerivId s, const Recurrence& c, unsigned i) {
  if (i == 0 && c.beta / c.beta1 < 10 * epsilonMachine) return End::converged;
  const double tolerance = d_tolerance.value();
  const double norm = std::sqrt(c.squaredNorm), solution = std::sqrt(m_ops.dot(s, s));
  const double test1 = c.phibar / (norm * solution), test2 = c.root / norm;
  if (test1 <= 0 || test2 <= 0 || test1 <= tolerance || test2 <= tolerance) return End::converged;
  if (c.largestGamma / c.smallestGamma >= 0.1 / epsilonMachine || norm * epsilonMachine * solution >= c.beta1)
    return End::converged;  // as good as rounding allows
  return i + 1 >= d_iterations.value() || !std::isfinite(test1) ? End::limit : End::none;
}

void MinResLinearSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  const core::ComponentScope scope(*this);
  const Keeping keeping(*this, s, b);
  if (!l_linearSystem) return;
  m_errors.clear();
  startFrom(s);
  l_linearSystem->multiply(m_y, s);
  m_ops.sum(m_y, b, m_y, -1.0);
  Recurrence c;
  c.beta1 = c.beta = c.phibar = std::sqrt(m_ops.dot(m_y, m_y));
  if (c.beta1 == 0) return;
  const double rhs = std::sqrt(m_ops.dot(b, b));
  for (const auto& w : m_w) m_ops.clear(w);
  m_ops.allocate(m_u);
  End end = d_iterations.value() > 0 ? End::none : End::limit;
  unsigned i = 0;
  for (; end == End::none; ++i) {
    helper::checkInterrupt();
    lanczosStep(i, c);
    c.rotate();
    updateSolution(s, c, i);
    m_errors.push_back(c.phibar);
    end = test(s, c, i);
  }
  d_graph.edit()["Error"] = m_errors;
  finish(end == End::converged ? IterativeSolver::End::tolerance : IterativeSolver::End::limit, i,
         c.phibar / (rhs > 0 ? rhs : 1.0));
  if (!std::isfinite(c.phibar)) m_ops.addScaled(s, m_y, 1.0);
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
