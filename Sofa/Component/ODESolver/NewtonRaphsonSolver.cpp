// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/NewtonRaphsonSolver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::odesolver {

namespace {
/// The entry of the Data status.
const char* nameOf(mechanics::NewtonMethod::End end) {
  using End = mechanics::NewtonMethod::End;
  switch (end) {
    case End::equilibrium: return "ConvergedEquilibrium";
    case End::toPrevious: return "ConvergedResidualSuccessiveRatio";
    case End::toFirst: return "ConvergedResidualInitialRatio";
    case End::residual: return "ConvergedAbsoluteResidual";
    case End::toGuess: return "ConvergedRelativeEstimateDifference";
    case End::step: return "ConvergedAbsoluteEstimateDifference";
    case End::limit:
    case End::notFinite: break;
  }
  return "DivergedMaxIterations";
}
}  // namespace

void NewtonRaphsonSolver::init() {
  if (d_maxLineSearch.value() < 1) {
    warning("maxNbIterationsLineSearch must be at least 1; 1 is used.");
    d_maxLineSearch.set(1);
  }
  if (!d_updateStateWhenDiverged.value())
    warning("updateStateWhenDiverged=\"false\" has no effect: the last guess is kept even if the iterations diverge.");
  reset();
  setValid();
}

void NewtonRaphsonSolver::reset() {
  setStatus("Undefined");
  m_largestResidual = 0;
}

void NewtonRaphsonSolver::archive(core::Archive& archive) { archive.io(m_largestResidual); }

/// The default is a force in N, and in scenes of small forces all of them are below it. No residual at all is small in
/// any case.
double NewtonRaphsonSolver::absoluteThreshold() const {
  constexpr double small = 1e-3;
  const double given = d_absoluteResidual.value();
  if (d_absoluteResidual.isSet() || !(given > 0)) return given;
  return std::max(std::min(given, small * m_largestResidual), std::numeric_limits<double>::min());
}

void NewtonRaphsonSolver::report(const mechanics::NewtonMethod::Outcome& outcome) {
  using End = mechanics::NewtonMethod::End;
  if (d_warnWhenLineSearchFails.value())
    for (const unsigned iteration : outcome.failedSearches)
      warning("Line search failed at Newton iteration {}.", iteration);
  if (outcome.end == End::notFinite)
    warning("Newton's method stops: the residual is not a number or infinite. Check the forces and the time step.");
  else if (outcome.end == End::limit && d_warnWhenDiverge.value())
    warning(
        "Newton's method failed to converge after {} iteration(s): the residual is {:.3g}, it was {:.3g} at first. "
        "Raise maxNbIterationsNewton or relax the thresholds.",
        outcome.iterations, m_residuals.back(), m_residuals.front());
  setStatus(nameOf(outcome.end));
}

void NewtonRaphsonSolver::run(Function& function) {
  setStatus("Running");
  function.evaluate();
  m_largestResidual = std::max(m_largestResidual, std::sqrt(function.squaredResidual()));
  const mechanics::NewtonMethod method{.most = d_maxIterations.value(),
                                       .mostTrials = d_maxLineSearch.value(),
                                       .shortening = d_lineSearchCoefficient.value(),
                                       .toPrevious = d_relativeSuccessive.value(),
                                       .toFirst = d_relativeInitial.value(),
                                       .residual = absoluteThreshold(),
                                       .toGuess = d_relativeEstimate.value(),
                                       .step = d_absoluteEstimate.value()};
  const auto outcome = method.solve(function, m_residuals);
  report(outcome);
  d_residualGraph.edit()["residual"] = m_residuals;
}

namespace {
const auto registered =
    core::Register("NewtonRaphsonSolver", "Sofa.Component.ODESolver.Backward", "Newton iterations with line search")
        .add<NewtonRaphsonSolver>();
}

}  // namespace sofa::component::odesolver
