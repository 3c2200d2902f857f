// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/PreconditionedConjugateResidual.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

bool PreconditionedConjugateResidual::hasEquationsOnly(const core::ConstraintProblem& problem) {
  return std::ranges::all_of(problem.blocks(), [](const core::ConstraintBlock& block) {
    return block.kind == core::ConstraintKind::equality;
  });
}

auto PreconditionedConjugateResidual::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  using Vector = Eigen::VectorXd;
  const bool reviews = hasEquationsOnly(problem), isSofas = core::reproducesSofa(*this);
  if (!reviews && !isSofas) {
    startFromLast(problem);
    return sweepUntilSolved(problem, m_compliance, tolerance);
  }
  if (!reviews && !std::exchange(m_toldContacts, true))
    core::tellDefect(*this, "contacts and bounds are taken for equations: bodies stick and pull each other",
                     "Use a BlockGaussSeidelConstraintSolver");
  const Eigen::Index n = problem.rows();
  Vector scale(n);  // D^-1/2; a row that moves nothing is left out
  for (int row = 0; row < n; ++row) {
    const double w = m_compliance.matrix()(row, row);
    scale[row] = w > 0 ? 1 / std::sqrt(w) : 0;
  }
  Vector scaled(n), product(n);
  const auto times = [&](const Vector& x) {
    scaled = scale.cwiseProduct(x);
    m_compliance.multiply({scaled.data(), static_cast<std::size_t>(n)}, {product.data(), static_cast<std::size_t>(n)});
    return Vector(scale.cwiseProduct(product));
  };
  double blockSizes = 0;
  for (const auto& block : problem.blocks()) blockSizes += std::sqrt(static_cast<double>(block.rows));

  Vector r = -scale.cwiseProduct(Eigen::Map<const Vector>(problem.violation().data(), n)), y = Vector::Zero(n), p = r;
  Vector br = times(r), bp = br;
  double rbr = r.dot(br);
  // Rows that move nothing are as far from zero as they were.
  const auto violationLeft = [&] {
    const auto free = Eigen::Map<const Vector>(problem.violation().data(), n).array();
    return (scale.array() > 0).select(r.array() / scale.array(), free).abs().maxCoeff();
  };
  Outcome outcome;
  int i = 0;
  for (const int most = std::min<int>(d_maxIterations.value(), problem.rows()); i < most && !outcome.solved; ++i) {
    helper::checkInterrupt();
    const double length = bp.squaredNorm();
    if (length == 0) {  // nothing is left that a multiplier could change
      outcome = {.error = 0, .solved = true};
      if (reviews) m_residual.ends().reviewEquations(violationLeft());
      break;
    }
    const double alpha = rbr / length;
    y += alpha * p;
    r -= alpha * bp;
    br = times(r);
    const double before = std::exchange(rbr, r.dot(br)), beta = rbr / before;
    p = r + beta * p;
    bp = br + beta * bp;
    // In SOFA v26.06 the residual of the row with the number of the iteration stands for all.
    outcome.error = isSofas ? std::abs(r[i]) * blockSizes : violationLeft();
    Eigen::Map<Vector>(problem.lambda.data(), n) = scale.cwiseProduct(y);
    const bool isSmall = i > 0 && outcome.error < tolerance;
    if (isSmall && reviews) m_residual.ends().reviewEquations(violationLeft());
    outcome.solved = m_residual.isSolved(m_compliance, isSmall);
    const Vector violation = -r.cwiseQuotient(scale);
    record(problem, outcome.error, {violation.data(), static_cast<std::size_t>(n)}, {});
  }
  outcome.iterations = i + 1;
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
