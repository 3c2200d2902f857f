// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

#include "Sofa/Mechanics/FixedPoint/AndersonMixing.h"
#include "Sofa/Mechanics/FixedPoint/FixedPoint.h"

namespace sofa::mechanics {

/// A fixed-point iteration accelerated by AndersonMixing. Where a start that combines sweeps makes what the next sweep
/// changes larger, past sweeps are forgotten, and plain ones go on from the best iterate.
struct AndersonAcceleration {
  int depth = 8;  ///< how many of the last sweeps are combined

  /// `weights`: of the rows, in the sizes of changes that are compared.
  template <FixedPoint S>
  void solve(S& iteration, const Eigen::VectorXd& weights) const {
    constexpr double growth = 2;  // a sweep may change more than the best one did, for a while
    Eigen::VectorXd before, after, best;
    iteration.readForces(best);
    double smallest = std::numeric_limits<double>::infinity();
    AndersonMixing mixing(depth);
    while (iteration.isOpen()) {
      iteration.readForces(before);
      iteration.sweep();
      if (!iteration.isOpen()) break;
      iteration.readForces(after);
      const Eigen::VectorXd change = after - before;
      const double size = weights.cwiseProduct(change).norm();
      if (mixing.hasLearnt() && !(size <= growth * smallest)) {
        mixing = AndersonMixing(depth);
        iteration.writeForces(best);
        continue;
      }
      if (size < smallest) {
        smallest = size;
        best = after;
      }
      iteration.writeForces(mixing.next(after, change, weights));
    }
  }
};

}  // namespace sofa::mechanics
