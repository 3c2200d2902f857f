// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/FixedPoint/FixedPoint.h"

namespace sofa::mechanics {

/// A non-linear conjugate gradient method in which what a sweep changes stands for the negative gradient
/// (M. Silcowitz-Hansen, S. Niebe, K. Erleben, A nonsmooth nonlinear conjugate gradient method for interactive contact
/// force problems, 2010). With g = x - G(x) and Fletcher and Reeves' beta = |g_new|^2 / |g|^2,
///
///   x <- G(x) + beta p,   p <- beta p - g,   and p = 0 where beta > 1.
struct NonSmoothConjugateGradients {
  /// The iterations end where |g| is below it; if it is zero, where a sweep changes nothing at all.
  double tolerance = 0;

  /// Whether sweeps changed too little to go on. The first one makes a direction, and does not end the iterations.
  template <FixedPoint S>
  bool solve(S& iteration) const {
    Eigen::VectorXd before, x;
    const auto sweep = [&] {
      iteration.readForces(before);
      iteration.sweep();
      iteration.readForces(x);
      return Eigen::VectorXd(before - x);
    };
    Eigen::VectorXd g = sweep(), p = -g;
    iteration.reopen();
    bool isStill = false;
    while (iteration.isOpen() && !isStill) {
      const Eigen::VectorXd next = sweep();
      if (iteration.isSolved()) break;
      const double beta = next.squaredNorm() / g.squaredNorm();
      g = next;
      if (!(beta <= 1)) {
        p.setZero();  // restart
      } else {
        x += beta * p;
        iteration.writeForces(x);
        p = beta * p - g;
      }
      isStill = tolerance > 0 ? g.norm() < tolerance : g.isZero(0);
    }
    return isStill;
  }
};

}  // namespace sofa::mechanics
