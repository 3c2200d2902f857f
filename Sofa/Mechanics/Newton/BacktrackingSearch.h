// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::mechanics {

/// A line search by halving (L. Armijo, Minimization of Functions Having Lipschitz Continuous First Partial
/// Derivatives, 1966): along a direction of slope s < 0, the step t is halved until
/// f(t) <= f(0) + decrease t s.
struct BacktrackingSearch {
  double decrease = 1e-4;  ///< part of the decrease by the slope that is asked for, in (0, 1)
  unsigned mostHalvings = 20;
  double noise = 0;  ///< rounding of f: by so much it may grow

  struct Outcome {
    double step = 0;  ///< that was accepted; 0: none
    unsigned halvings = 0;
  };

  /// From the step `first` on; f was called last with the step that is accepted.
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
