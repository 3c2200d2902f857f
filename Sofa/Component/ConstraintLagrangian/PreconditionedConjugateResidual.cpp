// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/PreconditionedConjugateResidual.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Mechanics/Krylov/ConjugateResiduals.h"

namespace sofa::component::constraintlagrangian {

namespace {

/// D^-1/2 W D^-1/2 with the diagonal D of W, as a space of Krylov methods. A row that moves nothing is left out.
class DiagonallyScaled {
 public:
  using Vector = Eigen::VectorXd*;

  explicit DiagonallyScaled(RegularizedCompliance& compliance, int rows) : m_compliance(compliance), m_scale(rows) {
    for (int row = 0; row < rows; ++row) {
      const double w = compliance.matrix()(row, row);
      m_scale[row] = w > 0 ? 1 / std::sqrt(w) : 0;
    }
    m_scaled.resize(rows);
    m_product.resize(rows);
  }
  /// D^-1/2, with zeros for the rows that are left out.
  const Eigen::VectorXd& scale() const { return m_scale; }

  double dot(Vector a, Vector b) const { return a->dot(*b); }
  void clear(Vector x) const { x->setZero(m_scale.size()); }
  void copy(Vector y, Vector x) const { *y = *x; }
  void scale(Vector x, double factor) const { *x *= factor; }
  void addScaled(Vector y, Vector x, double factor) const { *y += factor * *x; }
  void sum(Vector y, Vector a, Vector b, double factor) const { *y = *a + factor * *b; }
  void multiply(Vector y, Vector x) {
    const auto n = static_cast<std::size_t>(m_scale.size());
    m_scaled = m_scale.cwiseProduct(*x);
    m_compliance.multiply({m_scaled.data(), n}, {m_product.data(), n});
    *y = m_scale.cwiseProduct(m_product);
  }
  double stepAndResidual(Vector x, Vector p, Vector r, Vector q, double factor) const {
    *x += factor * *p;
    *r -= factor * *q;
    return r->squaredNorm();
  }

 private:
  RegularizedCompliance& m_compliance;
  Eigen::VectorXd m_scale, m_scaled, m_product;
};

double sumOfBlockSizes(const core::ConstraintProblem& problem) {
  double sum = 0;
  for (const auto& block : problem.blocks()) sum += std::sqrt(static_cast<double>(block.rows));
  return sum;
}

}  // namespace

bool PreconditionedConjugateResidual::hasEquationsOnly(const core::ConstraintProblem& problem) {
  return std::ranges::all_of(problem.blocks(), [](const core::ConstraintBlock& block) {
    return block.kind == core::ConstraintKind::equality;
  });
}

auto PreconditionedConjugateResidual::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  const bool reviews = hasEquationsOnly(problem);
  if (!reviews && !core::reproducesSofa(*this)) {
    startFromLast(problem);
    return sweepUntilSolved(problem, m_compliance, tolerance);
  }
  if (!reviews && !std::exchange(m_toldContacts, true))
    core::tellDefect(*this, "contacts and bounds are taken for equations: bodies stick and pull each other",
                     "Use a BlockGaussSeidelConstraintSolver");
  return solveEquations(problem, tolerance, reviews);
}

auto PreconditionedConjugateResidual::solveEquations(core::ConstraintProblem& problem, double tolerance, bool reviews)
    -> Outcome {
  using Vector = Eigen::VectorXd;
  const bool isSofas = core::reproducesSofa(*this);
  const Eigen::Index n = problem.rows();
  DiagonallyScaled space(m_compliance, problem.rows());
  const Vector& scale = space.scale();
  const double blockSizes = sumOfBlockSizes(problem);
  const Eigen::Map<const Vector> free(problem.violation().data(), n);
  Vector r = -scale.cwiseProduct(free), y, work[3];
  // Rows that move nothing are as far from zero as they were.
  const auto violationLeft = [&] {
    return (scale.array() > 0).select(r.array() / scale.array(), free.array()).abs().maxCoeff();
  };
  Outcome outcome;
  const auto isSolved = [&](unsigned i) {
    // In SOFA v26.06 the residual of the row with the number of the iteration stands for all.
    outcome.error = isSofas ? std::abs(r[i]) * blockSizes : violationLeft();
    Eigen::Map<Vector>(problem.lambda.data(), n) = scale.cwiseProduct(y);
    const bool isSmall = i > 0 && outcome.error < tolerance;
    if (isSmall && reviews) m_residual.ends().reviewEquations(violationLeft());
    outcome.solved = m_residual.isSolved(m_compliance, isSmall);
    const Vector violation = -r.cwiseQuotient(scale);
    record(problem, outcome.error, {violation.data(), static_cast<std::size_t>(n)}, {});
    return outcome.solved;
  };
  const mechanics::ConjugateResiduals method{
      .most = static_cast<unsigned>(std::max(0, std::min<int>(d_maxIterations.value(), problem.rows())))};
  const auto end = method.solve(space, &y, &r, {&work[0], &work[1], &work[2]}, isSolved);
  if (end.end == mechanics::SolveEnd::singular) {  // nothing is left that a multiplier could change
    outcome = {.error = 0, .solved = true};
    if (reviews) m_residual.ends().reviewEquations(violationLeft());
  }
  outcome.iterations = static_cast<int>(end.iterations) + 1;
  if (!outcome.solved && !m_residual.decides()) outcome.solved = violationLeft() < tolerance;
  return outcome;
}

namespace {
const auto registered =
    core::Register("PreconditionedConjugateResidual", "Sofa.Component.Constraint.Lagrangian.Solver",
                   "multipliers of equations by conjugate residuals preconditioned by the diagonal of W")
        .ignores("multithreading", "the program decides on threads (--threads)")
        .ignores("nbThreads", "the program decides on threads (--threads)")
        .ignores("taskSchedulerType", "there is one kind of threads")
        .add<PreconditionedConjugateResidual>();
}

}  // namespace sofa::component::constraintlagrangian
