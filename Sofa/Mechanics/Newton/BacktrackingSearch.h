// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::mechanics {

/// A line search by halving (L. Armijo, Minimization of Functions Having Lipschitz Continuous First Partial
/// Derivatives, 1966): along a direction of slope s < 0, the step t is halved until
/// f(t) <= f(0) + decrease t s.
struct BacktrackingSearch {
  double decrease = 1e-4;  ///< the required part of the decrease that the slope predicts, in (0, 1)
  unsigned mostHalvings = 20;
  double noise = 0;  ///< rounding error of f, by which f may grow

  struct Outcome {
    double step = 0;  ///< the accepted step; 0 if none was
    unsigned halvings = 0;
  };

  /// Searches from the step `first` on. The last call of f is the one with the accepted step.
  template <class F>
  Outcome search(double first, double value, double slope, const F& f) const {
    Outcome outcome{.step = first};
    for (;; outcome.step /= 2, ++outcome.halvings) {
      if (outcome.halvings > mostHalvings) return {.step = 0, .halvings = outcome.halvings};
      if (f(outcome.step) <= value + decrease * outcome.step * slope + noise) return outcome;
    }
  }
};

}  // namespace sofa::mechanics
