// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <limits>
#include <vector>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Mechanics/Krylov/KrylovSpace.h"

namespace sofa::mechanics {

/// Conjugate gradients with a preconditioner C, symmetric positive definite and near to the inverse of A (J. R.
/// Shewchuk, An Introduction to the Conjugate Gradient Method Without the Agonizing Pain, 1994, B3). From
/// r = b - A x and p = C r, with delta = r.C r, alpha = delta / p.Ap and beta = delta_new / delta,
///
///   x <- x + alpha p,   r <- r - alpha A p,   p <- C r + beta p.
///
/// The iterations end when delta <= tolerance b.b, or after `most` of them. So the tolerance bounds |r|^2 / |b|^2 times
/// the scale of C.
struct PreconditionedConjugateGradients {
  unsigned most = 25;       ///< the largest number of iterations
  double tolerance = 1e-5;  ///< the bound of r.C r / b.b

  template <class Vector>
  struct Work {
    Vector residual, direction, product, preconditioned;
  };
  struct Outcome {
    SolveEnd end = SolveEnd::limit;
    unsigned iterations = 0;
    double residual = 0;           ///< |r| / |b|; not a number if values are not finite
    double delta = 0;              ///< r.C r at the end; below zero, C is not positive definite
    double negativeCurvature = 1;  ///< the last p.Ap <= 0; above zero if there was none
  };

  /// `precondition(z, r)` sets z = C r, or leaves z unchanged if it cannot. It is not called if `hasPreconditioner` is
  /// false; then C = 1. x holds the first guess. `errors` receives r.C r / b.b before each iteration.
  template <KrylovSpace S, class C>
  Outcome solve(S& space, typename S::Vector x, typename S::Vector b, const Work<typename S::Vector>& work,
                bool hasPreconditioner, const C& precondition, std::vector<double>& errors) const {
    const auto [r, p, product, z] = work;
    errors.clear();
    Outcome outcome;
    const double squaredRhs = space.dot(b, b), bound = tolerance * squaredRhs;
    space.multiply(r, x);
    space.sum(r, b, r, -1.0);
    // A preconditioner that cannot solve writes nothing: the direction is then zero and no iteration is made.
    space.clear(p);
    space.clear(z);
    if (hasPreconditioner)
      precondition(p, r);
    else
      space.copy(p, r);
    double delta = space.dot(r, p), squaredResidual = -1;
    for (; outcome.iterations < most && delta > bound; ++outcome.iterations) {
      helper::checkInterrupt();
      errors.push_back(delta / squaredRhs);
      space.multiply(product, p);
      const double curvature = space.dot(p, product);
      if (curvature <= 0) outcome.negativeCurvature = curvature;
      if (curvature == 0) break;
      squaredResidual = space.stepAndResidual(x, p, r, product, delta / curvature);
      const double previous = delta;
      if (hasPreconditioner) {
        precondition(z, r);
        delta = space.dot(r, z);
      } else {
        delta = squaredResidual;
      }
      space.sum(p, hasPreconditioner ? z : r, p, delta / previous);
    }
    if (squaredResidual < 0) squaredResidual = space.dot(r, r);
    outcome.delta = delta;
    if (delta <= bound && delta >= 0) outcome.end = SolveEnd::tolerance;
    const bool finite = std::isfinite(delta) && std::isfinite(squaredResidual);
    outcome.residual = finite ? std::sqrt(squaredResidual / (squaredRhs > 0 ? squaredRhs : 1.0))
                              : std::numeric_limits<double>::quiet_NaN();
    return outcome;
  }
};

}  // namespace sofa::mechanics
