// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Newton/NewtonMethod.h"

#include <cmath>

namespace sofa::mechanics {

auto NewtonMethod::test(const Progress& p) const -> End {
  const auto below = [](double squared, double threshold, double reference) {
    return threshold > 0 && squared < threshold * threshold * reference;
  };
  if (below(p.current, toPrevious, p.previous)) return End::toPrevious;
  if (below(p.current, toFirst, p.first)) return End::toFirst;
  if (below(p.current, residual, 1.0)) return End::residual;
  if (p.guess > 0 && below(p.change, toGuess, p.guess)) return End::toGuess;
  if (below(p.change, step, 1.0)) return End::step;
  return std::isfinite(p.current) ? End::limit : End::notFinite;
}

bool NewtonMethod::search(NewtonFunction& function, Progress& p) const {
  double alpha = 1, applied = 0;
  for (unsigned trial = 0; trial < mostTrials; ++trial) {
    function.update(alpha - applied);
    applied = alpha;
    function.evaluate();
    p.current = function.squaredResidual();
    if (p.current < p.previous) return true;
    alpha *= shortening;
  }
  if (mostTrials > 1) {
    function.update(1 - applied);
    function.evaluate();
    p.current = function.squaredResidual();
  }
  return false;
}

auto NewtonMethod::solve(NewtonFunction& function, std::vector<double>& residuals) const -> Outcome {
  Progress p{};
  p.first = p.previous = p.current = function.squaredResidual();
  residuals.assign(1, std::sqrt(p.first));
  Outcome outcome;
  if (residual > 0 && p.first <= residual * residual) {
    outcome.end = End::equilibrium;
    return outcome;
  }
  while (outcome.end == End::limit && outcome.iterations < most) {
    function.buildGradient();
    p.guess = function.squaredNormOfGuess();
    function.solve();
    p.previous = p.current;
    if (!search(function, p)) outcome.failedSearches.push_back(outcome.iterations);
    p.change = function.squaredNormOfSolution();
    residuals.push_back(std::sqrt(p.current));
    outcome.end = test(p);
    ++outcome.iterations;
  }
  return outcome;
}

}  // namespace sofa::mechanics
