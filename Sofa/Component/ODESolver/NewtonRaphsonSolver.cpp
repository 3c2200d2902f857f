// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/NewtonRaphsonSolver.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::odesolver {

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

/// The default is a force in N, and in scenes of small forces all of them are below it.
double NewtonRaphsonSolver::absoluteThreshold() const {
  constexpr double small = 1e-3;
  const double given = d_absoluteResidual.value();
  return d_absoluteResidual.isSet() ? given : std::min(given, small * m_largestResidual);
}

const char* NewtonRaphsonSolver::convergence(const Progress& p) const {
  const auto below = [](double value, double threshold, double reference) {
    return threshold > 0 && value < threshold * threshold * reference;
  };
  if (below(p.current, d_relativeSuccessive.value(), p.previous)) return "ConvergedResidualSuccessiveRatio";
  if (below(p.current, d_relativeInitial.value(), p.initial)) return "ConvergedResidualInitialRatio";
  if (below(p.current, absoluteThreshold(), 1.0)) return "ConvergedAbsoluteResidual";
  if (p.guess > 0 && below(p.change, d_relativeEstimate.value(), p.guess)) return "ConvergedRelativeEstimateDifference";
  if (below(p.change, d_absoluteEstimate.value(), 1.0)) return "ConvergedAbsoluteEstimateDifference";
  return nullptr;
}

bool NewtonRaphsonSolver::lineSearch(Function& function, double previous, double& residual, unsigned iteration) {
  double alpha = 1, applied = 0;
  for (unsigned trial = 0; trial < d_maxLineSearch.value(); ++trial) {
    function.update(alpha - applied);
    applied = alpha;
    function.evaluate();
    residual = function.squaredResidual();
    if (residual < previous) return true;
    alpha *= d_lineSearchCoefficient.value();
  }
  if (d_warnWhenLineSearchFails.value()) warning("Line search failed at Newton iteration {}.", iteration);
  if (d_maxLineSearch.value() > 1) {
    function.update(1 - applied);
    function.evaluate();
    residual = function.squaredResidual();
  }
  return false;
}

void NewtonRaphsonSolver::run(Function& function) {
  setStatus("Running");
  function.evaluate();
  Progress p{};
  p.initial = p.previous = p.current = function.squaredResidual();
  m_residuals.assign(1, std::sqrt(p.initial));
  m_largestResidual = std::max(m_largestResidual, std::sqrt(p.initial));
  const double absolute = absoluteThreshold();
  const char* status =
      d_absoluteResidual.value() > 0 && p.initial <= absolute * absolute ? "ConvergedEquilibrium" : nullptr;
  for (unsigned k = 0; !status && k < d_maxIterations.value(); ++k) {
    function.buildGradient();
    p.guess = function.squaredNormOfGuess();
    function.solve();
    p.previous = p.current;
    lineSearch(function, p.previous, p.current, k);
    p.change = function.squaredNormOfSolution();
    m_residuals.push_back(std::sqrt(p.current));
    status = convergence(p);
    if (!std::isfinite(p.current)) break;
  }
  if (!status) {
    status = "DivergedMaxIterations";
    if (!std::isfinite(p.current))
      warning("Newton's method stops: the residual is not a number or infinite. Check the forces and the time step.");
    else if (d_warnWhenDiverge.value())
      warning(
          "Newton's method failed to converge after {} iteration(s): the residual is {:.3g}, it was {:.3g} at first. "
          "Raise maxNbIterationsNewton or relax the thresholds.",
          d_maxIterations.value(), std::sqrt(p.current), std::sqrt(p.initial));
  }
  setStatus(status);
  d_residualGraph.edit()["residual"] = m_residuals;
}

namespace {
const auto registered =
    core::Register("NewtonRaphsonSolver", "Sofa.Component.ODESolver.Backward", "Newton iterations with line search")
        .add<NewtonRaphsonSolver>();
}

}  // namespace sofa::component::odesolver
